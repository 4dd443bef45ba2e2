#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <vector>

#include "pauc/batch/scored_batch.h"
#include "pauc/objective/pair/options.h"
#include "pauc/objective/state.h"

namespace pauc {

struct Diagnostic {
  const char* name;
  double value;
};

struct Loss {
  // A scalar for backward(): its gradient is the method's step, its value the estimate below.
  at::Tensor differentiable;
  // The true objective's estimate from this batch and what is remembered: the number to watch.
  double value = 0;
  std::vector<Diagnostic> diagnostics;
};

// A method of training as a value: what it remembers, and the step from a batch of raw scores to a loss. A step that
// refuses its batch leaves the state as it was.
struct Objective {
  State state;
  std::function<Loss(const ScoredBatch&, State&)> step;
  // The trainer announces each new stage of the schedule (a new learning rate); methods that step variables of their
  // own close their averages there. May be empty.
  std::function<void(double learning_rate, State&)> on_stage = {};

  // Moves the state; to look without moving it, step(batch, copy) on a copy of the state.
  Loss operator()(const ScoredBatch& batch) { return step(batch, state); }
  void begin_stage(double learning_rate);
};

bool uses_kernels(const ScoredBatch& batch, Route route);

}  // namespace pauc
