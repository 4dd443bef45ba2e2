#include "pauc/report/figure/convergence_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "pauc/core/error.h"

namespace pauc::report {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double deviation(const record::ConvergenceLine& line, std::size_t k) {
  return line.deviations.empty() ? 0 : line.deviations[k];
}

void check(const record::ConvergencePlot& plot) {
  require(!plot.lines.empty(), "convergence: expected at least one line, got none");
  for (const auto& line : plot.lines) {
    const std::size_t epochs = line.epochs.size();
    require(epochs > 0, "convergence: ", shown(line.name), ": expected at least one epoch, got none");
    require(line.means.size() == epochs, "convergence: ", shown(line.name), ": expected ", epochs, " means, got ",
            line.means.size());
    require(line.deviations.empty() || line.deviations.size() == epochs, "convergence: ", shown(line.name),
            ": expected ", epochs, " deviations or none, got ", line.deviations.size());
    for (std::size_t k = 0; k < epochs; ++k) {
      require(std::isfinite(line.epochs[k]) && std::isfinite(line.means[k]) && std::isfinite(deviation(line, k)),
              "convergence: ", shown(line.name), ": expected finite numbers, got ", line.means[k], " at epoch ",
              line.epochs[k]);
    }
  }
}

void include(AxisRange& range, double low, double high) {
  range = {std::min(range.low, low), std::max(range.high, high)};
}

AxisRange epochs_of(const std::vector<record::ConvergenceLine>& lines) {
  AxisRange range{kInfinity, -kInfinity};
  for (const auto& line : lines) include(range, line.epochs.front(), line.epochs.back());
  return {range.low - 0.5, range.high + 0.5};
}

// More bands than these are a fog that hides the lines; the description has the last deviations, curves.csv has all.
bool shows_bands(const std::vector<record::ConvergenceLine>& lines) {
  constexpr std::size_t kMostBands = 6;
  return lines.size() <= kMostBands;
}

AxisRange values_of(const std::vector<record::ConvergenceLine>& lines) {
  AxisRange range{kInfinity, -kInfinity};
  for (const auto& line : lines) {
    for (std::size_t k = 0; k < line.means.size(); ++k) {
      const double half = shows_bands(lines) ? deviation(line, k) : 0;
      include(range, line.means[k] - half, line.means[k] + half);
    }
  }
  return widened(range);
}

std::vector<Point> points_of(const record::ConvergenceLine& line, const Plot& plot, double deviations) {
  std::vector<Point> points;
  for (std::size_t k = 0; k < line.epochs.size(); ++k) {
    points.push_back(plot.at(line.epochs[k], line.means[k] + deviations * deviation(line, k)));
  }
  return points;
}

std::size_t look_of(const std::vector<record::ConvergenceLine>& lines, std::size_t i) {
  return lines[i].look.value_or(i);
}

// One run has no spread; curves.csv has 0 there.
bool has_spread(const record::ConvergenceLine& line) {
  return std::any_of(line.deviations.begin(), line.deviations.end(), [](double spread) { return spread > 0; });
}

// Every so many points, each curve's at other epochs, as dots would hide each other.
std::string dots(const std::vector<Point>& points, std::size_t look) {
  constexpr std::size_t kSteps = 8;
  if (!has_dots(look)) return "";
  std::string svg;
  const std::size_t step = std::max<std::size_t>(1, points.size() / kSteps);
  for (std::size_t k = look % step; k < points.size(); k += step) svg += dot_element(points[k], look);
  return svg;
}

std::string bands(const std::vector<record::ConvergenceLine>& lines, const Plot& plot) {
  std::string svg;
  if (!shows_bands(lines)) return svg;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!has_spread(lines[i])) continue;
    svg += band_element(points_of(lines[i], plot, 1), points_of(lines[i], plot, -1), look_of(lines, i));
  }
  return svg;
}

std::string curves(const std::vector<record::ConvergenceLine>& lines, const Plot& plot) {
  std::string svg = bands(lines, plot);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<Point> points = points_of(lines[i], plot, 0);
    svg += curve_element(points, look_of(lines, i)) + dots(points, look_of(lines, i));
  }
  return svg;
}

// From the one that ends highest down, as the lines' ends are read.
std::vector<std::size_t> by_last_mean(const std::vector<record::ConvergenceLine>& lines) {
  std::vector<std::size_t> order(lines.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lines[a].means.back() > lines[b].means.back(); });
  return order;
}

// Starts at `at` and leaves it below its last line.
std::string legend(const std::vector<record::ConvergenceLine>& lines, Point& at) {
  std::string svg;
  for (const std::size_t i : by_last_mean(lines)) {
    const std::size_t look = look_of(lines, i);
    const std::string dot = has_dots(look) ? dot_element({at.x + kSampleWidth / 2, at.y - 5}, look) : "";
    const auto name = shortened(lines[i].name, kPageWidth - at.x - kSampleWidth - 16);
    svg += legend_entry(at, curve_sample(at, look) + dot, name);
    at.y += kLegendLine;
  }
  return svg;
}

std::string description(const record::ConvergencePlot& plot) {
  std::string text = plot.measure + " by epoch.";
  for (const auto& line : plot.lines) {
    text += fmt::format(" {}: {:.4g} at epoch {:g}", line.name, line.means.back(), line.epochs.back());
    if (has_spread(line)) text += fmt::format(", standard deviation {:.2g}", line.deviations.back());
    text += ".";
  }
  return text;
}

}  // namespace

std::string convergence_svg(const record::ConvergencePlot& plot, FigureUse use) {
  check(plot);
  const double height = plot.lines.size() <= 4 ? 240 : 330;  // many lines need room
  const double top = plot.title.empty() ? 34 : 58;
  const Plot axes = page_plot({epochs_of(plot.lines), 0, 1, AxisScale::linear, 1}, values_of(plot.lines), top, height);
  std::string body = grid(axes) + curves(plot.lines, axes) + frame(axes) + name_above(axes, 14, plot.measure) +
                     name_below(axes, "epoch");
  if (!plot.title.empty()) {
    body += title_element({4, 20}, shortened(plot.title, kPageWidth - 8));
  }
  Point at{16, axes.bottom() + kBelowPlot + 20};
  body += legend(plot.lines, at);
  return finished({"convergence", kPageWidth, at.y - 8, plot.title.empty() ? plot.measure : plot.title,
                   description(plot), "", body},
                  use);
}

}  // namespace pauc::report
