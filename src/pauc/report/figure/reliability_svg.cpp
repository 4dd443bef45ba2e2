#include "pauc/report/figure/reliability_svg.h"

#include <fmt/format.h>

#include <algorithm>

namespace pauc::report {

namespace {

constexpr std::size_t kCurve = 0;

double largest_value(const Reliability& reliability) {
  double largest = 0;
  for (const ReliabilityBin& bin : reliability.bins) largest = std::max({largest, bin.predicted, bin.ci.upper});
  return std::min(1.0, 1.05 * largest);
}

std::string description(const Reliability& reliability) {
  std::string text = fmt::format("Expected calibration error {:.3f}.", reliability.error);
  for (const ReliabilityBin& bin : reliability.bins) {
    text += fmt::format(" Predicted {:.3f}, observed {:.3f}.", bin.predicted, bin.observed);
  }
  return text;
}

}  // namespace

std::string reliability_svg(const Reliability& reliability, FigureUse use) {
  constexpr double kTop = 28;
  constexpr double kPlotHeight = 330;
  const double largest = largest_value(reliability);
  const Plot plot = page_plot({{0, largest}, 0, 1, AxisScale::linear, 0}, {0, largest}, kTop, kPlotHeight);
  std::string body = grid(plot) + line_element(plot.at(0, 0), plot.at(largest, largest),
                                               "class=\"chance\" stroke=\"#666\" stroke-dasharray=\"3 3\"");
  std::vector<Point> points;
  for (const ReliabilityBin& bin : reliability.bins) {
    body += line_element(plot.at(bin.predicted, bin.ci.lower), plot.at(bin.predicted, bin.ci.upper),
                         solid_stroke(kCurve) + " stroke-width=\"1.5\"");
    points.push_back(plot.at(bin.predicted, bin.observed));
  }
  if (points.size() > 1) body += curve_element(points, kCurve);
  for (const Point& point : points) body += large_dot_element(point, kCurve);
  body += frame(plot) + name_above(plot, 14, "share of positives") + name_below(plot, "probability");
  return finished({"reliability", kPageWidth, plot.bottom() + kBelowPlot, "Probabilities and what came true",
                   description(reliability), "", body},
                  use);
}

}  // namespace pauc::report
