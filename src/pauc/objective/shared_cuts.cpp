#include "pauc/objective/shared_cuts.h"

#include <optional>

#include "pauc/kernel/rank_shares.h"
#include "pauc/objective/recent_scores.h"

namespace pauc {

namespace {

constexpr const char* kNegatives = "recent_negative";
constexpr const char* kPositives = "recent_positive";

double rarest_share(const SharedCuts& region) { return region.fpr_min > 0 ? region.fpr_min : region.fpr_max; }

std::vector<double> column_weights(const RecentScores& recent, const Pairs& pairs, const SharedCuts& region) {
  // A large batch is sorted anyway.
  const auto shares_of_top = [&](double share) {
    const double count = share * static_cast<double>(recent.count());
    return recent.is_batch() ? kernel::shares_of_top(pairs.sorted_negatives(), count) : recent.shares_of_top(count);
  };
  std::vector<double> weights = shares_of_top(region.fpr_max);
  if (region.fpr_min == 0) return weights;
  const std::vector<double> above = shares_of_top(region.fpr_min);
  for (std::size_t j = 0; j < weights.size(); ++j) weights[j] -= above[j];
  return weights;
}

// The lowest scores are the highest of their negatives.
std::vector<double> turned(std::vector<double> scores) {
  for (double& score : scores) score = -score;
  return scores;
}

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

}  // namespace

void SharedCuts::add_to(State& state) const {
  RecentScores::add_to(state, kNegatives, RecentScores::capacity_for(examples, rarest_share(*this)));
  if (tpr_min > 0) RecentScores::add_to(state, kPositives, RecentScores::capacity_for(examples, 1 - tpr_min));
}

Loss SharedCuts::step(const Pairs& pairs, State& state) const {
  RecentScores negatives(state, kNegatives, pairs.negative_slots(examples), pairs.negative_scores());
  PairWeights weights;
  weights.columns = column_weights(negatives, pairs, *this);
  weights.rows.assign(pairs.positives(), 1.0);
  std::optional<RecentScores> positives;
  if (tpr_min > 0) {
    positives.emplace(state, kPositives, pairs.positive_slots(examples), turned(pairs.positive_scores()));
    weights.rows = positives->shares_of_top((1 - tpr_min) * static_cast<double>(positives->count()));
  }
  const WeightedPairs sums = pairs.weighted(weights);
  const double width = fpr_max - fpr_min;
  const auto in_batch = static_cast<double>(pairs.negatives());
  const double scale = 1 / ((1 - tpr_min) * width * static_cast<double>(pairs.positives()) * in_batch);
  double value = 0;
  for (std::size_t i = 0; i < weights.rows.size(); ++i) value += scale * weights.rows[i] * sums.row_values[i];
  Loss loss = pairs.loss(sums, scale, value);
  loss.diagnostics = {{"realised_fraction", sum_of(weights.columns) / in_batch},
                      {"negatives_in_region", width * in_batch}};
  negatives.remember();
  if (positives) positives->remember();
  return loss;
}

}  // namespace pauc
