#include "pauc/objective/pair/score_scale.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pauc/batch/flat_numbers.h"
#include "pauc/core/deviation.h"

namespace pauc {

namespace {

bool needs_scale(const kernel::Surrogate& surrogate) { return surrogate.kind == kernel::Surrogate::Kind::sigmoid; }

double score_deviation(const at::Tensor& raw_scores) {
  return pauc::score_deviation(FlatNumbers<double>(raw_scores).span());
}

}  // namespace

double score_deviation(Span<const double> raw_scores) {
  // Below both, the deviation is rounding, and slopes of the loss would leave the range of a float.
  constexpr double kEqual = 1e-12;
  constexpr double kSmallest = 1e-20;
  double largest = 0;
  for (const double score : raw_scores) largest = std::max(largest, std::abs(score));
  const double deviation = deviation_of(raw_scores);
  return deviation > std::max(kEqual * largest, kSmallest) ? deviation : 1;
}

void set_score_scale(Span<const double> raw_scores, State& state) {
  if (state.has(kScoreScale)) state.set_number(kScoreScale, score_deviation(raw_scores));
}

kernel::Surrogate scaled(kernel::Surrogate surrogate, const at::Tensor& raw_scores, const State& state) {
  if (!needs_scale(surrogate)) return surrogate;
  const double known = state.has(kScoreScale) ? state.number(kScoreScale) : 0;
  surrogate.temperature *= known > 0 ? known : score_deviation(raw_scores);
  return surrogate;
}

Objective with_score_scale(Objective objective, const kernel::Surrogate& surrogate) {
  if (!needs_scale(surrogate)) return objective;
  objective.state.add_number(kScoreScale, 0);
  objective.step = [step = std::move(objective.step)](const ScoredBatch& batch, State& state) {
    Loss loss = step(batch, state);
    if (state.number(kScoreScale) == 0) state.set_number(kScoreScale, score_deviation(batch.scores));
    return loss;
  };
  return objective;
}

}  // namespace pauc
