#pragma once

#include <string>
#include <vector>

namespace pauc::report {

// The values that an axis spans.
struct AxisRange {
  double low = 0;
  double high = 1;
};

// Adds some room at both ends, and widens a range that is too narrow to draw. Ends near the largest double move
// inwards, so that no width is infinite.
AxisRange widened(const AxisRange& range);

enum class AxisScale { linear, logarithmic };

// One direction of a plot: maps values to places in the drawing.
struct Axis {
  AxisRange values;
  double start = 0;  // place of values.low, in units of the drawing
  double end = 1;    // place of values.high
  AxisScale scale = AxisScale::linear;
  double least_step = 0;  // between ticks; 1 if only whole numbers make sense

  double at(double value) const;  // values beyond an end are placed at that end
  double value_at(double place) const;
};

struct Tick {
  double value = 0;
  std::string label;  // empty: grid line only
};

// Ticks at round values (1, 2 or 5 times a power of ten), as many as their labels leave room for: side by side, or
// above one another.
std::vector<Tick> ticks_across(const Axis& axis);
std::vector<Tick> ticks_up(const Axis& axis);

// The largest of 1, 2 or 5 times a power of ten below a positive value.
double round_value_below(double value);

// Width of a text in DejaVu Sans, which is wider than most fonts; characters of three or more bytes count twice.
constexpr double kFontSize = 14;
double text_width(const std::string& text);

}  // namespace pauc::report
