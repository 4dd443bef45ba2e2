#include "pauc/report/figure/score_histogram.h"

#include <algorithm>
#include <cmath>

#include "pauc/report/figure/axis.h"

namespace pauc::report {

namespace {

bool counts(const Cases& cases, std::int64_t row) { return cases.weights.empty() || cases.weights[row] > 0; }

std::vector<double> scores_of(const Cases& cases, std::uint8_t label) {
  std::vector<double> scores;
  for (std::int64_t row = 0; row < cases.labels.size(); ++row) {
    if (cases.labels[row] == label && counts(cases, row)) scores.push_back(cases.scores[row]);
  }
  return scores;
}

struct Spread {
  AxisRange all;
  AxisRange most;  // without the few in a thousand at each end
};

Spread spread_of(std::vector<double> scores) {
  constexpr double kFew = 0.003;
  constexpr std::size_t kOneIsFew = 20;  // rows, from where on a single one may be left out
  const auto share = static_cast<std::ptrdiff_t>(kFew * static_cast<double>(scores.size()));
  const auto few = std::max<std::ptrdiff_t>(share, scores.size() >= kOneIsFew ? 1 : 0);
  const auto [lowest, highest] = std::minmax_element(scores.begin(), scores.end());
  Spread spread{{*lowest, *highest}, {}};
  const auto value_at = [&](std::ptrdiff_t place) {
    std::nth_element(scores.begin(), scores.begin() + place, scores.end());
    return scores[static_cast<std::size_t>(place)];
  };
  spread.most.low = value_at(few);
  spread.most.high = value_at(static_cast<std::ptrdiff_t>(scores.size()) - 1 - few);
  return spread;
}

// What is not far away is shown even if few rows reach it.
Spread spread_of_both(const Spread& a, const Spread& b) {
  constexpr double kFar = 1;  // widths of the rest
  Spread both{{std::min(a.all.low, b.all.low), std::max(a.all.high, b.all.high)},
              {std::min(a.most.low, b.most.low), std::max(a.most.high, b.most.high)}};
  const double far_half = kFar * (both.most.high / 2 - both.most.low / 2);
  if (both.most.low / 2 - both.all.low / 2 <= far_half) both.most.low = both.all.low;
  if (both.all.high / 2 - both.most.high / 2 <= far_half) both.most.high = both.all.high;
  return both;
}

// Scores that are all the same stand in the middle.
AxisRange with_width(const AxisRange& range) {
  const double size = std::max(std::abs(range.low), std::abs(range.high));
  return range.high / 2 - range.low / 2 > 1e-12 * size ? range : widened(range);
}

std::size_t bins_for(const ClassTotals& totals) {
  const auto rows = static_cast<double>(totals.positive_rows + totals.negative_rows);
  return static_cast<std::size_t>(std::clamp(std::round(2 * std::cbrt(rows)), 11.0, 49.0));
}

}  // namespace

ScoreHistogram histogram_of(const Cases& cases) {
  const ClassTotals totals = check(cases);
  const Spread spread = spread_of_both(spread_of(scores_of(cases, 1)), spread_of(scores_of(cases, 0)));
  const AxisRange range = with_width(spread.most);
  const std::size_t bins = bins_for(totals);
  ScoreHistogram histogram{range.low, range.high, std::vector<double>(bins), std::vector<double>(bins),
                           spread.all.low<range.low, spread.all.high> range.high};
  // Bins as an axis: halves keep a range as wide as all doubles finite.
  const Axis places{range, 0, static_cast<double>(bins), AxisScale::linear, 0};
  for (std::int64_t row = 0; row < cases.labels.size(); ++row) {
    const double weight = cases.weights.empty() ? 1 : cases.weights[row];
    const double place = std::clamp(std::floor(places.at(cases.scores[row])), 0.0, static_cast<double>(bins - 1));
    const bool positive = cases.labels[row] == 1;
    auto& shares = positive ? histogram.positives : histogram.negatives;
    shares[static_cast<std::size_t>(place)] += weight / (positive ? totals.positives : totals.negatives);
  }
  return histogram;
}

}  // namespace pauc::report
