#pragma once

#include <string>
#include <vector>

#include "pauc/report/figure/axis.h"
#include "pauc/report/figure/thinned_path.h"

namespace pauc::report {

// Drawing primitives for all figures. A page contains several figures, and its Content-Security-Policy forbids inline
// styles, so figures have no ids, styles or scripts. Attributes give the look on white paper; classes let the page's
// style sheet override it.

// A figure in a page has only a viewBox, and the page sets its width. A file has a size and a white background.
enum class FigureUse { page, file };

struct Drawing {
  std::string kind;  // second class of the root, after "figure": "roc"
  double width = 0;
  double height = 0;
  std::string title;        // a screen reader says it first
  std::string description;  // of the figure in words
  std::string attributes;   // further ones of the root element
  std::string body;
};
std::string finished(const Drawing& drawing, FigureUse use);

// Text of kFontSize is still above 11 pixels high on a phone of 360 pixels.
constexpr double kPageWidth = 440;

// SVG elements. `attributes` are inserted into the tag as they are; texts are escaped.
std::string line_element(Point from, Point to, const std::string& attributes);
std::string rectangle_element(Point corner, double width, double height, const std::string& attributes);
std::string text_element(Point at, const std::string& attributes, const std::string& text);
std::string title_element(Point at, const std::string& text);
std::string path_element(const std::string& path, const std::string& attributes);

// Attributes of curve k in every figure, for a line or a path: class="curve cK" with colour and dash. Colour-blind
// readers can distinguish the colours, and dashes work in print; together they distinguish 36 curves.
std::string curve_stroke(std::size_t curve);
// Attributes of the band around it: class="band cK".
std::string band_fill(std::size_t curve);

// Attributes of a bar or a mark in the colour of a curve, without dashes or transparency.
std::string solid_fill(std::size_t curve);
std::string solid_stroke(std::size_t curve);

// A line through the points; a dot for a single point, an empty text for none.
std::string curve_element(const std::vector<Point>& points, std::size_t curve);
std::string band_element(const std::vector<Point>& upper, const std::vector<Point>& lower, std::size_t curve);

// Dots distinguish curves of the same colour where curves cross often: curves have them from the second round of
// colours on.
bool has_dots(std::size_t curve);
std::string dot_element(Point at, std::size_t curve);
std::string large_dot_element(Point at, std::size_t curve);

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

// A plot as wide as a page figure; its left margin fits the tick labels.
Plot page_plot(const Axis& across, const AxisRange& up, double top, double height, AxisScale scale = AxisScale::linear);
// Height of the tick labels and the axis name below a plot.
constexpr double kBelowPlot = 50;

std::string grid(const Plot& plot, const std::vector<Tick>& across, const std::vector<Tick>& up);
std::string grid(const Plot& plot);
// The box around the plot; draw it after the curves.
std::string frame(const Plot& plot);
std::string name_below(const Plot& plot, const std::string& name);
// The name of the vertical axis, written horizontally above its end.
std::string name_above(const Plot& plot, double above, const std::string& name);

// Attributes that tell the page's script where to draw: data-left, -right, -top, -bottom in units of the viewBox, and
// data-low, -high, the values at left and right. It draws into an empty <g class="markers">.
std::string plot_attributes(const Plot& plot);
std::string empty_markers();

// A row of a legend: a sample of the curve, or another element of width kSampleWidth, and a text.
constexpr double kSampleWidth = 34;
constexpr double kLegendLine = 22;
std::string legend_entry(Point at, const std::string& sample, const std::string& text);
std::string curve_sample(Point at, std::size_t curve);
std::string band_sample(Point at, std::size_t curve);

// Marks the best value in a figure: a dot on its curve, and a vertical line.
std::string best_dot(Point at);
std::string best_line(const Plot& plot, double at);

// Cuts characters out of the middle of a text that is wider than `width`: names often differ only at their ends.
std::string shortened(const std::string& text, double width);

}  // namespace pauc::report
