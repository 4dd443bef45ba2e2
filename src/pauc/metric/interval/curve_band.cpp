#include "pauc/metric/interval/curve_band.h"

#include <algorithm>
#include <cmath>

namespace pauc {

namespace {

// Where a curve comes to on its way up at one FPR.
struct Step {
  double fpr = 0;
  double tpr = 0;
};

std::vector<Step> steps_of(const RocCurve& curve) {
  const Vertex totals = curve.totals();
  std::vector<Step> steps;
  double height = -1;
  for (std::size_t k = 0; k < curve.vertices.size(); ++k) {
    const Vertex& here = curve.vertices[k];
    const bool last = k + 1 == curve.vertices.size();
    const Vertex& next = curve.vertices[last ? k : k + 1];
    if (!last && next.negatives == here.negatives) continue;  // it goes on up
    const bool slants = next.positives > here.positives;
    if (here.positives > height || slants || last) {
      steps.push_back({here.negatives / totals.negatives, here.positives / totals.positives});
    }
    if (k > 0) height = here.positives;  // the first threshold begins something even if no positive passes it
  }
  return steps;
}

// The last step that is there at this rate.
std::size_t step_at(const std::vector<Step>& steps, const RocCurve& curve, double rate) {
  const double fpr = operating_point(curve, rate).realised_fpr;
  const auto after =
      std::partition_point(steps.begin(), steps.end(), [&](const Step& step) { return step.fpr <= fpr; });
  return static_cast<std::size_t>(after - steps.begin()) - 1;
}

std::vector<double> band_rates(const RocCurve& curve, const std::vector<double>& kept_rates, std::int64_t points) {
  const std::vector<Step> steps = steps_of(curve);
  const auto limit = static_cast<double>(points);
  const double factor = std::pow(10, 2 / limit);
  const auto apart = [&](const Step& from, const Step& to) {
    return to.fpr - from.fpr >= 1 / limit || to.tpr - from.tpr >= 1 / limit || to.fpr >= from.fpr * factor;
  };
  const bool few = steps.size() <= static_cast<std::size_t>(points);
  std::vector<bool> kept(steps.size(), few);
  kept.front() = kept.back() = true;
  for (const double rate : kept_rates) kept[step_at(steps, curve, rate)] = true;
  std::size_t last = 0;
  for (std::size_t k = 1; k < steps.size(); ++k) {
    if (apart(steps[last], steps[k])) {
      last = k - 1;
      kept[last] = true;
      kept[k] = kept[k] || apart(steps[last], steps[k]);
    }
    if (kept[k]) last = k;
  }
  std::vector<double> rates;
  for (std::size_t k = 0; k < steps.size(); ++k) {
    if (kept[k]) rates.push_back(steps[k].fpr);
  }
  return rates;
}

}  // namespace

std::vector<std::vector<OperatingEstimate>> curve_bands(const ScoredRows& rows,
                                                        const std::vector<RankedColumn>& columns,
                                                        const std::vector<double>& kept_rates, std::int64_t points,
                                                        const UncertaintyOptions& options) {
  std::vector<std::vector<OperatingEstimate>> bands(columns.size());
  if (points == 0 || options.method == IntervalMethod::none) return bands;
  UncertaintyOptions analytic = options;
  analytic.method = IntervalMethod::analytic;
  const Uncertainty uncertainty(rows, columns, {}, analytic);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    std::vector<OperatingPoint> at;
    for (const double rate : band_rates(columns[c].curve, kept_rates, points)) {
      at.push_back(operating_point(columns[c].curve, rate));
    }
    const auto intervals = uncertainty.held_tpr_intervals(c, at);
    for (std::size_t k = 0; k < at.size(); ++k) bands[c].push_back({at[k], intervals[k]});
  }
  return bands;
}

}  // namespace pauc
