#include "pauc/report/figure/estimator_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"

namespace pauc::report {

namespace {

// The places of the lines among the curves of all figures.
constexpr std::size_t kMean = 0;
constexpr std::size_t kMedian = 1;

// A lambda with what is drawn above it.
struct Column {
  double lambda = 0;
  record::Spread errors;
};

std::vector<Column> columns_of(const record::EstimatorAtFpr& bound) {
  require(!bound.lambdas.empty(), "estimator: expected at least one lambda, got none");
  std::vector<Column> columns;
  for (const auto& [lambda, errors] : bound.lambdas) {
    columns.push_back({lambda, record::spread_of(errors)});
    require(lambda > 0 && std::isfinite(lambda), "estimator: lambda: expected a number above 0, got ", lambda);
    require(std::isfinite(columns.back().errors.mean), "estimator: expected finite errors, got ",
            columns.back().errors.mean, " on average at lambda ", lambda);
  }
  return columns;
}

Axis lambda_axis(const std::vector<Column>& columns) {
  const double low = columns.front().lambda;
  const double high = columns.back().lambda;
  const AxisRange range = low < high ? AxisRange{low, high} : AxisRange{low / 2, 2 * high};
  return {range, 0, 1, AxisScale::logarithmic, 0};
}

struct ErrorAxis {
  AxisRange range;
  AxisScale scale = AxisScale::linear;
};

ErrorAxis error_axis(const std::vector<Column>& columns) {
  constexpr double kManyTimes = 30;
  constexpr double kRoom = 1.2;
  double low = columns.front().errors.mean;
  double high = 0;
  for (const auto& [lambda, errors] : columns) {
    low = std::min({low, errors.mean, errors.median});
    high = std::max({high, errors.mean, errors.upper_quartile});
  }
  if (low > 0 && high > kManyTimes * low) return {{low / kRoom, high * kRoom}, AxisScale::logarithmic};
  return {{0, high > 0 ? 1.05 * high : 1}, AxisScale::linear};
}

std::vector<Point> places(const std::vector<Column>& columns, const Plot& plot, double record::Spread::*value) {
  std::vector<Point> points;
  for (const auto& [lambda, errors] : columns) points.push_back(plot.at(lambda, errors.*value));
  return points;
}

std::string curves(const std::vector<Column>& columns, const Plot& plot) {
  return band_element(places(columns, plot, &record::Spread::upper_quartile),
                      places(columns, plot, &record::Spread::lower_quartile), kMedian) +
         curve_element(places(columns, plot, &record::Spread::median), kMedian) +
         curve_element(places(columns, plot, &record::Spread::mean), kMean);
}

std::string best_text(const Column& best) {
  return fmt::format("smallest mean: {:.3g} at lambda {:g}", best.errors.mean, best.lambda);
}

struct Legend {
  std::string svg;
  double bottom = 0;
};

Legend legend(const Column& best, std::size_t draws, Point at) {
  std::string svg = legend_entry(at, curve_sample(at, kMean), fmt::format("mean of {} draws", draws));
  at.y += kLegendLine;
  svg += legend_entry(at, band_sample(at, kMedian) + curve_sample(at, kMedian), "median, and the middle half of them");
  at.y += kLegendLine;
  svg += legend_entry(at, best_dot({at.x + kSampleWidth / 2, at.y - 5}), best_text(best));
  return {svg, at.y + kLegendLine - 8};
}

std::string description(const std::vector<Column>& columns, const Column& best) {
  std::string text =
      fmt::format("Relative error by lambda. {}, standard deviation {:.2g}.", best_text(best), best.errors.deviation);
  for (const Column* end : {&columns.front(), &columns.back()}) {
    text += fmt::format(" Mean {:.3g} at lambda {:g}.", end->errors.mean, end->lambda);
  }
  return text;
}

}  // namespace

std::string estimator_svg(const record::EstimatorAtFpr& bound, FigureUse use) {
  constexpr double kTop = 58;
  constexpr double kPlotHeight = 240;
  const std::vector<Column> columns = columns_of(bound);
  const record::ErrorsAtLambda& smallest = record::best_lambda(bound);
  const Column best{smallest.lambda, record::spread_of(smallest.errors)};
  const ErrorAxis errors = error_axis(columns);
  const Plot plot = page_plot(lambda_axis(columns), errors.range, kTop, kPlotHeight, errors.scale);
  const std::string title = fmt::format("KL estimator against exact loss, FPR up to {:g}", bound.fpr_max);
  const Legend below = legend(best, smallest.errors.size(), {16, plot.bottom() + kBelowPlot + 20});
  std::string body = grid(plot) + best_line(plot, best.lambda) + curves(columns, plot);
  body += best_dot(plot.at(best.lambda, best.errors.mean)) + frame(plot);
  body += name_above(plot, 14, "relative error") + name_below(plot, "lambda") +
          title_element({4, 20}, shortened(title, kPageWidth - 8));
  return finished({"estimator", kPageWidth, below.bottom, title, description(columns, best), "", body + below.svg},
                  use);
}

}  // namespace pauc::report
