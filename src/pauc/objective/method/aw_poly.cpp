#include "pauc/objective/method/aw_poly.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/objective/pair/pairs.h"

namespace pauc {

namespace {

// w(sigmoid(x)) = exp(power log sigmoid(x)), and its slope by x: power w sigmoid(-x).
struct Weight {
  double value;
  double slope;
};

Weight weight_at(double x, double power) {
  const double small = std::exp(-std::abs(x));
  const double log_sigmoid = std::min(x, 0.0) - std::log1p(small);
  const double value = std::exp(power * log_sigmoid);
  return {value, power * value * (x > 0 ? small : 1.0) / (1 + small)};
}

Loss step(const AwPolyOptions& options, const Pairs& pairs) {
  const double power = 1 / (options.gamma - 1);
  PairWeights weights;
  for (const double score : pairs.raw_negative_scores()) {
    const Weight weight = weight_at(score, power);
    weights.columns.push_back(weight.value);
    weights.column_slopes.push_back(weight.slope);
  }
  weights.rows.assign(pairs.positives(), 1.0);
  if (options.tpr_min > 0) {
    weights.row_slopes.resize(pairs.positives());
    const auto scores = pairs.raw_positive_scores();
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const Weight weight = weight_at(-scores[i], power);
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

}  // namespace

Objective make_objective(const AwPolyOptions& options, std::int64_t /*examples*/, Route route) {
  require_usage(options.gamma > 1 && std::isfinite(options.gamma), "gamma: expected a number above 1, got ",
                options.gamma);
  require_tpr_min(options.tpr_min);
  require_usage(
      options.surrogate != SurrogateKind::sigmoid,
      "surrogate: aw-poly does not take sigmoid, which compares raw scores: its weights are powers of a number "
      "between 0 and 1");
  require_usage(completed(options).link == Link::sigmoid,
                "link: aw-poly takes sigmoid only: its weights are powers of a number between 0 and 1");
  const kernel::Surrogate surrogate = surrogate_of(options);
  Objective objective;
  objective.step = [=](const ScoredBatch& batch, State&) {
    return step(options, Pairs(batch, Link::sigmoid, surrogate, route));
  };
  return objective;
}

}  // namespace pauc
