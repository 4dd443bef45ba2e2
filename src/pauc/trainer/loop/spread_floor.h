#pragma once

#include <optional>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/objective/state.h"

namespace pauc {

// Keeps a full-batch search with a bounded loss from shrinking all scores.
//
// Where most positives lie below the cut, such a loss is smallest at equal scores: each pair then costs 1/2 instead of
// nearly 1, and a search that finds the minimum gives up the ranking. So the loss is taken at scores whose spread has a
// floor, half of the spread sd_0 that training started from:
//
//   z = scores x E / sd,   log E = log floor + w log(1 + (sd / floor)^(1/w)),   w = 0.2
//
// Well above the floor z = scores; far below it the loss depends on the direction of the weights only. There a tension
// min(0, log(sd / floor))^2 / 2 keeps their length, which the penalty would otherwise shorten for nothing.
class SpreadFloor {
 public:
  // For scores whose spread is not 0 and a training that started from scores with the spread `start`.
  SpreadFloor(Span<const double> scores, double start);

  std::vector<double> floored(Span<const double> scores) const;  // z
  double tension() const { return below_ * below_ / 2; }
  // The gradient by the scores of the loss and the tension, from the loss's gradient by z.
  std::vector<double> gradient(Span<const double> scores, Span<const double> by_floored) const;

 private:
  double mean_ = 0;
  double deviation_ = 0;
  double factor_ = 1;  // E / sd
  double slope_ = 0;   // of log(E / sd) by log(sd)
  double below_ = 0;   // log(sd / floor) below the floor, else 0
};

// The floor for these scores and an objective with this state; none if its loss is not bounded, if the spread that
// training started from is not known, or if the scores are equal.
std::optional<SpreadFloor> spread_floor_of(Span<const double> scores, const State& state);

}  // namespace pauc
