#include "pauc/objective/shared_cuts.h"

#include <numeric>
#include <optional>

#include "pauc/objective/recent_scores.h"

namespace pauc {

namespace {

constexpr const char* kNegatives = "recent_negative";
constexpr const char* kPositives = "recent_positive";

double rarest_share(const SharedCuts& region) { return region.fpr_min > 0 ? region.fpr_min : region.fpr_max; }

// Sets the weights of the negatives and returns their sum.
double set_columns(const RecentScores& recent, const Pairs& pairs, const SharedCuts& region, PairWeights& weights) {
  if (recent.is_batch()) {
    weights.top = pairs.top_negatives(region.fpr_min, region.fpr_max);
    return weights.top->sum();
  }
  const auto count = static_cast<double>(recent.count());
  weights.columns = recent.shares_of_top(region.fpr_max * count);
  if (region.fpr_min > 0) {
    const std::vector<double> above = recent.shares_of_top(region.fpr_min * count);
    for (std::size_t j = 0; j < above.size(); ++j) weights.columns[j] -= above[j];
  }
  return std::accumulate(weights.columns.begin(), weights.columns.end(), 0.0);
}

// The lowest scores are the highest of their negatives.
std::vector<double> turned(std::vector<double> scores) {
  for (double& score : scores) score = -score;
  return scores;
}

double weighted_sum(const std::vector<double>& weights, const std::vector<double>& values) {
  if (weights.empty()) return std::accumulate(values.begin(), values.end(), 0.0);
  return std::inner_product(weights.begin(), weights.end(), values.begin(), 0.0);
}

}  // namespace

void SharedCuts::add_to(State& state) const {
  RecentScores::add_to(state, kNegatives, RecentScores::capacity_for(examples, rarest_share(*this)));
  if (tpr_min > 0) RecentScores::add_to(state, kPositives, RecentScores::capacity_for(examples, 1 - tpr_min));
}

Loss SharedCuts::step(const Pairs& pairs, State& state) const {
  RecentScores negatives(state, kNegatives, pairs.negative_slots(examples), pairs.negative_scores());
  PairWeights weights;
  const double in_region = set_columns(negatives, pairs, *this, weights);
  std::optional<RecentScores> positives;
  if (tpr_min > 0) {
    positives.emplace(state, kPositives, pairs.positive_slots(examples), turned(pairs.positive_scores()));
    weights.rows = positives->shares_of_top((1 - tpr_min) * static_cast<double>(positives->count()));
  }
  const WeightedPairs sums = pairs.weighted(weights);
  const double width = fpr_max - fpr_min;
  const auto in_batch = static_cast<double>(pairs.negatives());
  const double scale = 1 / ((1 - tpr_min) * width * static_cast<double>(pairs.positives()) * in_batch);
  Loss loss = pairs.loss(sums, scale, scale * weighted_sum(weights.rows, sums.row_values));
  loss.diagnostics = {{"realised_fraction", in_region / in_batch}, {"negatives_in_region", width * in_batch}};
  negatives.remember();
  if (positives) positives->remember();
  return loss;
}

}  // namespace pauc
