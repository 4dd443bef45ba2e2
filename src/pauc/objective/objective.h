#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <vector>

#include "pauc/batch/scored_batch.h"
#include "pauc/objective/pair/options.h"
#include "pauc/objective/state.h"

namespace pauc {

/// A named number that a method reports for each batch.
struct Diagnostic {
  const char* name;  ///< such as "realised_fraction"
  double value;      ///< for this batch
};

/// Result of one step.
struct Loss {
  /// Scalar for backward(). Its gradient is the method's step; its value is `value`.
  at::Tensor differentiable;
  /// Estimate of the true objective from this batch and the state: the number to watch.
  double value = 0;
  /// Further numbers of the method.
  std::vector<Diagnostic> diagnostics;
};

/// A training method as a value: its state, and the step from a batch of raw scores to a loss.
///
/// A step that refuses its batch (UserError) leaves the state unchanged.
struct Objective {
  /// What the method remembers between batches; save it with the weights.
  State state;
  /// Computes the loss of a batch and updates the state.
  std::function<Loss(const ScoredBatch&, State&)> step;
  /// Called at the start of each stage of the schedule with its learning rate. Methods that step variables of their own
  /// close their averages there. May be empty.
  std::function<void(double learning_rate, State&)> on_stage = {};

  /// Computes the loss of a batch and updates the state. To leave the state alone, call step(batch, copy) with a copy.
  Loss operator()(const ScoredBatch& batch) { return step(batch, state); }
  /// Announces a new stage of the schedule.
  void begin_stage(double learning_rate);
};

/// Whether a batch takes the route through the kernels.
bool uses_kernels(const ScoredBatch& batch, Route route);

}  // namespace pauc
