#pragma once

#include <string>
#include <vector>

#include "pauc/report/figure/axis.h"
#include "pauc/report/figure/thinned_path.h"

namespace pauc::report {

// What all figures are drawn with. Several of them stand in one HTML page whose Content-Security-Policy forbids inline
// styles, so there are no ids, no styles and no scripts: attributes give the look on white paper, and classes let the
// page's style sheet, which wins over attributes, give another.

// A figure in a page has a viewBox only, the page gives it its width; a file has a size and a white background.
enum class FigureUse { page, file };

struct Drawing {
  std::string kind;  // class beside "figure": "roc"
  double width = 0;
  double height = 0;
  std::string title;        // what a screen reader says first
  std::string description;  // what can be seen, in words
  std::string attributes;   // more of the root's
  std::string body;
};
std::string finished(const Drawing& drawing, FigureUse use);

// At phone width, 360 pixels, text of kFontSize is still more than 11 pixels high.
constexpr double kPageWidth = 440;

// Elements; `attributes` as they stand in the tag, texts are escaped.
std::string line_element(Point from, Point to, const std::string& attributes);
std::string rectangle_element(Point corner, double width, double height, const std::string& attributes);
std::string text_element(Point at, const std::string& attributes, const std::string& text);
std::string title_element(Point at, const std::string& text);
std::string path_element(const std::string& path, const std::string& attributes);

// Class, colour and dash of curve k in every figure, for a line or a path: class="curve cK" with the look on white
// paper. Colours are told apart by colour-blind readers, dashes in print; together they tell 36 curves apart.
std::string curve_stroke(std::size_t curve);
// Of the band around it: class="band cK".
std::string band_fill(std::size_t curve);

// A line through points, a dot where there is only one; nothing where there is none.
std::string curve_element(const std::vector<Point>& points, std::size_t curve);
std::string band_element(const std::vector<Point>& upper, const std::vector<Point>& lower, std::size_t curve);

// Where curves cross often, dots tell those apart that have one colour: curves from the second round of colours on have
// some.
bool has_dots(std::size_t curve);
std::string dot_element(Point at, std::size_t curve);

struct Plot {
  Axis across;
  Axis up;  // starts at the bottom

  double left() const { return across.start; }
  double right() const { return across.end; }
  double top() const { return up.end; }
  double bottom() const { return up.start; }
  double width() const { return right() - left(); }
  double height() const { return bottom() - top(); }
  Point at(double x, double y) const { return {across.at(x), up.at(y)}; }
};

// A plot of a page figure: its left margin is as wide as the labels of its ticks.
Plot page_plot(const Axis& across, const Range& up, double top, double height, AxisScale scale = AxisScale::linear);
// Below a plot: labels of the ticks and the name of the axis.
constexpr double kBelowPlot = 50;

std::string grid(const Plot& plot, const std::vector<Tick>& across, const std::vector<Tick>& up);
std::string grid(const Plot& plot);
// The box, drawn over the curves that run along it.
std::string frame(const Plot& plot);
std::string name_below(const Plot& plot, const std::string& name);
// The name of the upright axis, level above its end: short of turning the head.
std::string name_above(const Plot& plot, double above, const std::string& name);

// data-left, -right, -top, -bottom (in units of the viewBox), -low, -high (values at left and right): where a page's
// script has to put things. It has an empty <g class="markers"> to put them in.
std::string plot_attributes(const Plot& plot);
std::string empty_markers();

// A line of a legend: a sample of the curve, or another element of kSampleWidth, and a text.
constexpr double kSampleWidth = 34;
constexpr double kLegendLine = 22;
std::string legend_entry(Point at, const std::string& sample, const std::string& text);
std::string curve_sample(Point at, std::size_t curve);
std::string band_sample(Point at, std::size_t curve);

// What is best in a figure: a dot on its curve and an upright line at its place.
std::string best_dot(Point at);
std::string best_line(const Plot& plot, double at);

// Where it is wider than that its middle is cut out, between characters: names often differ at their ends only.
std::string shortened(const std::string& text, double width);

}  // namespace pauc::report
