#pragma once

#include <ATen/core/Tensor.h>

#include "pauc/core/span.h"
#include "pauc/kernel/surrogate.h"
#include "pauc/objective/objective.h"

namespace pauc {

// The sigmoid surrogate measures gaps by the spread of the scores that training starts from, so that the loss does not
// depend on the unit of the scores. The spread is the number "score_scale" of the state, 0 before it is known. A
// trainer sets it from the scores of the training set; if nobody does, the first batch sets it.
constexpr const char* kScoreScale = "score_scale";

// The standard deviation of the scores; 1 if they are equal, but for rounding.
double score_deviation(Span<const double> raw_scores);

// Sets score_scale in the state of a method that has it.
void set_score_scale(Span<const double> raw_scores, State& state);

// The surrogate at the scale in the state or, before it is known, at that of these raw scores. Surrogates other than
// the sigmoid stay as they are.
kernel::Surrogate scaled(kernel::Surrogate surrogate, const at::Tensor& raw_scores, const State& state);

// The objective with score_scale in its state, if its surrogate needs it: each step that succeeds before it is known
// sets it.
Objective with_score_scale(Objective objective, const kernel::Surrogate& surrogate);

}  // namespace pauc
