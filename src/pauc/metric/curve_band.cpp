#include "pauc/metric/curve_band.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/parallel.h"

namespace pauc {

namespace {

std::vector<double> band_rates(std::int64_t negatives, std::int64_t points) {
  const double first = 1 / static_cast<double>(negatives);
  const std::int64_t half = std::max<std::int64_t>(2, points / 2);
  std::vector<double> rates = {0};
  for (std::int64_t k = 0; k < half; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(half - 1);
    rates.push_back(std::pow(first, 1 - share));
    rates.push_back(first + (1 - first) * share);
  }
  std::sort(rates.begin(), rates.end());
  rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
  return rates;
}

}  // namespace

std::vector<std::vector<OperatingEstimate>> curve_bands(const ScoredRows& rows,
                                                        const std::vector<RankedColumn>& columns, std::int64_t points,
                                                        const UncertaintyOptions& options) {
  std::vector<std::vector<OperatingEstimate>> bands(columns.size());
  if (points == 0 || options.method == IntervalMethod::none) return bands;
  const auto negatives = std::count(rows.labels.begin(), rows.labels.end(), 0);
  const std::vector<double> rates = band_rates(negatives, points);
  UncertaintyOptions analytic = options;
  analytic.method = IntervalMethod::analytic;
  std::vector<Measure> measures;
  for (const double rate : rates) measures.emplace_back(TprAt{rate});
  const Uncertainty uncertainty(rows, columns, measures, analytic);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    bands[c].resize(rates.size());
    parallel_for(static_cast<std::int64_t>(rates.size()), options.threads, [&](std::int64_t k) {
      const OperatingPoint point = operating_point(columns[c].curve, rates[k]);
      bands[c][k] = {point, uncertainty.tpr_interval(c, static_cast<std::size_t>(k), point)};
    });
  }
  return bands;
}

}  // namespace pauc
