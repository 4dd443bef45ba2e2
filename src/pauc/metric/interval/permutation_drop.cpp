#include "pauc/metric/interval/permutation_drop.h"

#include <cmath>
#include <utility>

#include "pauc/metric/area.h"
#include "pauc/metric/interval/distributions.h"
#include "pauc/metric/interval/influence.h"
#include "pauc/metric/roc.h"

namespace pauc {

namespace {

// An area and how much each row moves it.
struct AreaMoved {
  double value = 0;  // normalised
  std::vector<double> influence;
};

AreaMoved area_of(const Cases& cases, const Region& region) {
  const Ranking ranking = rank_cases(cases);
  const RocCurve curve = roc_curve(cases, ranking);
  return {measured(curve.vertices, region), influence(cases, ranking, curve, region)};
}

Scale scale_of(const Region& region) { return region.tpr_min > 0 ? Scale::normalised : Scale::mcclish; }

// All scales are linear in the area.
double slope_of_scale(const Region& region) {
  return rescaled(1, scale_of(region), region) - rescaled(0, scale_of(region), region);
}

}  // namespace

DropsFrom::DropsFrom(const Cases& cases, Span<const std::uint32_t> groups, std::int64_t group_count,
                     const Region& region)
    : cases_(cases), groups_(groups), group_count_(group_count), region_(region) {
  const ClassTotals totals = check(cases);
  has_intervals_ = groups.empty() ? totals.positive_rows > 1 && totals.negative_rows > 1 : group_count > 1;
  AreaMoved base = area_of(cases, region);
  value_ = base.value;
  influence_ = std::move(base.influence);
}

double DropsFrom::value() const { return rescaled(value_, scale_of(region_), region_); }

PermutationDrop DropsFrom::of(const std::vector<PermutedScores>& repeats, double confidence) const {
  const auto count = static_cast<double>(repeats.size());
  std::vector<double> moved(influence_.size(), 0.0);  // psi
  double drop = 0;
  for (const PermutedScores& repeat : repeats) {
    const AreaMoved after = area_of({cases_.labels, repeat.scores, cases_.weights}, region_);
    drop += (value_ - after.value) / count;
    for (std::size_t k = 0; k < moved.size(); ++k) {
      const double difference = (influence_[k] - after.influence[k]) / count;
      moved[k] += difference;
      moved[static_cast<std::size_t>(repeat.donors[static_cast<std::int64_t>(k)])] += difference;
    }
  }
  const double slope = slope_of_scale(region_);
  PermutationDrop result{slope * drop, std::nullopt};
  if (!has_intervals_) return result;
  const double deviation = slope * std::sqrt(influence_variance(moved, cases_, groups_, group_count_));
  const double half = normal_quantile((1 + confidence) / 2) * deviation;
  result.ci = Interval{result.drop - half, result.drop + half};
  return result;
}

}  // namespace pauc
