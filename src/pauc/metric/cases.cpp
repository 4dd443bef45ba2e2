#include "pauc/metric/cases.h"

#include <cmath>
#include <limits>

#include "pauc/core/error.h"

namespace pauc {

namespace {

void check_sizes(const Cases& cases) {
  require(cases.labels.size() == cases.scores.size(), "expected as many labels as scores, got ", cases.labels.size(),
          " labels and ", cases.scores.size(), " scores");
  require(cases.weights.empty() || cases.weights.size() == cases.scores.size(),
          "expected as many weights as scores, got ", cases.weights.size(), " weights and ", cases.scores.size(),
          " scores");
  require(cases.scores.size() < std::numeric_limits<std::uint32_t>::max(), "expected fewer than 2^32 rows, got ",
          cases.scores.size());
}

void check_scores(Span<const double> scores) {
  bool all_finite = true;
  for (const double score : scores) all_finite &= std::isfinite(score);
  if (all_finite) return;
  for (std::int64_t i = 0; i < scores.size(); ++i) {
    require(std::isfinite(scores[i]), "row ", i, ": expected a finite score, got ", scores[i]);
  }
}

void check_labels(Span<const std::uint8_t> labels) {
  std::uint8_t seen = 0;
  for (const std::uint8_t label : labels) seen |= label;
  if (seen <= 1) return;
  for (std::int64_t i = 0; i < labels.size(); ++i) {
    require(labels[i] <= 1, "row ", i, ": expected a label of 0 or 1, got ", static_cast<int>(labels[i]));
  }
}

ClassTotals weighted_totals(const Cases& cases) {
  ClassTotals totals;
  for (std::int64_t i = 0; i < cases.labels.size(); ++i) {
    const double weight = cases.weights[i];
    require(std::isfinite(weight) && weight >= 0, "row ", i, ": expected a weight of at least 0, got ", weight);
    if (weight == 0) continue;
    (cases.labels[i] != 0 ? totals.positives : totals.negatives) += weight;
    ++(cases.labels[i] != 0 ? totals.positive_rows : totals.negative_rows);
  }
  return totals;
}

ClassTotals plain_totals(Span<const std::uint8_t> labels) {
  std::int64_t positives = 0;
  for (const std::uint8_t label : labels) positives += label;
  const std::int64_t negatives = labels.size() - positives;
  return {static_cast<double>(positives), static_cast<double>(negatives), positives, negatives};
}

}  // namespace

ClassTotals check(const Cases& cases) {
  check_sizes(cases);
  check_labels(cases.labels);
  check_scores(cases.scores);
  const ClassTotals totals = cases.weights.empty() ? plain_totals(cases.labels) : weighted_totals(cases);
  const char* of_weight = cases.weights.empty() ? "" : " of weight above 0";
  require(totals.positives > 0, "expected both classes, got no positive", of_weight);
  require(totals.negatives > 0, "expected both classes, got no negative", of_weight);
  require(std::isfinite(totals.positives + totals.negatives) && std::isfinite(totals.mass_per_weight()),
          "expected weights whose sum is a finite number, got ", totals.positives + totals.negatives);
  return totals;
}

}  // namespace pauc
