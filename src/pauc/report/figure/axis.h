#pragma once

#include <string>
#include <vector>

namespace pauc::report {

struct Range {
  double low = 0;
  double high = 1;
};

// The range with some room at both ends; one of hardly any width is made wide enough to be drawn. Ends near the largest
// double are drawn in, so that no width is infinite.
Range widened(const Range& range);

enum class AxisScale { linear, logarithmic };

// One direction of a plot: which value stands where on the paper.
struct Axis {
  Range values;
  double start = 0;  // place of values.low, in units of the drawing
  double end = 1;    // place of values.high
  AxisScale scale = AxisScale::linear;
  double least_step = 0;  // between ticks: 1 where there is nothing between whole numbers

  double at(double value) const;  // what lies beyond an end stands there
  double value_at(double place) const;
};

struct Tick {
  double value = 0;
  std::string label;  // empty: a line of the grid only
};

// Ticks at round values (1, 2 or 5 times a power of ten), as many as their labels have room: beside one another or
// above one another.
std::vector<Tick> ticks_across(const Axis& axis);
std::vector<Tick> ticks_up(const Axis& axis);

// The largest of 1, 2 or 5 times a power of ten below a positive value.
double round_value_below(double value);

// How wide a text is in DejaVu Sans, which is wider than most; letters of three bytes and more count twice.
constexpr double kFontSize = 14;
double text_width(const std::string& text);

}  // namespace pauc::report
