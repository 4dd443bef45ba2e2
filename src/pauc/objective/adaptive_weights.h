#pragma once

#include "pauc/core/error.h"
#include "pauc/objective/pair/pairs.h"

namespace pauc {

// Weight of an example by the distance of its linked score from the easy end, and its derivative by the raw score.
struct AdaptiveWeight {
  double value;
  double slope;
};

// One step of AW (Yang et al. 2021): the mean of w(1 - h_i) w(h_j) l(h_i - h_j) over all pairs, its gradient flowing
// through the weights too. weight_at(x) returns w(sigmoid(x)) and its slope by x; 1 - h is the sigmoid of -x. One-way,
// the positives have no weight.
template <class WeightAt>
Loss adaptively_weighted_step(const Pairs& pairs, bool two_way, const WeightAt& weight_at) {
  PairWeights weights;
  for (const double score : pairs.raw_negative_scores()) {
    const AdaptiveWeight weight = weight_at(score);
    weights.columns.push_back(weight.value);
    weights.column_slopes.push_back(weight.slope);
  }
  weights.rows.assign(pairs.positives(), 1.0);
  if (two_way) {
    weights.row_slopes.resize(pairs.positives());
    const auto scores = pairs.raw_positive_scores();
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const AdaptiveWeight weight = weight_at(-scores[i]);
      weights.rows[i] = weight.value;
      weights.row_slopes[i] = -weight.slope;
    }
  }
  const WeightedPairs sums = pairs.weighted(weights);
  const double all = static_cast<double>(pairs.positives()) * static_cast<double>(pairs.negatives());
  double value = 0;
  for (std::size_t i = 0; i < weights.rows.size(); ++i) value += weights.rows[i] * sums.row_values[i] / all;
  return pairs.loss(sums, 1 / all, value);
}

// Checks the options that all weightings share and makes the objective.
template <class Options, class WeightAt>
Objective make_adaptively_weighted(const char* name, const Options& options, Route route, const WeightAt& weight_at) {
  require_tpr_min(options.tpr_min);
  require_usage(options.surrogate != SurrogateKind::sigmoid, "surrogate: ", name,
                " does not take sigmoid, which compares raw scores: its weights are functions of a number between 0 "
                "and 1");
  require_usage(completed(options).link == Link::sigmoid, "link: ", name,
                " takes sigmoid only: its weights are functions of a number between 0 and 1");
  const kernel::Surrogate surrogate = surrogate_of(options);
  const bool two_way = options.tpr_min > 0;
  Objective objective;
  objective.step = [=](const ScoredBatch& batch, State&) {
    return adaptively_weighted_step(Pairs(batch, Link::sigmoid, surrogate, route), two_way, weight_at);
  };
  return objective;
}

}  // namespace pauc
