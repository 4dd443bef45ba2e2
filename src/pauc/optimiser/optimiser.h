#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <optional>
#include <vector>

#include "pauc/batch/named_tensors.h"
#include "pauc/core/span.h"
#include "pauc/optimiser/registry.h"

namespace pauc {

/// Options of make_optimiser.
struct OptimiserOptions {
  OptimiserName name = OptimiserName::adam;  ///< which optimiser
  double lr = 1e-3;                          ///< learning rate of the first stage
  double weight_decay = 2e-4;                ///< L2 penalty, added to the gradient
  double momentum_rate = 0.1;                ///< momentum: weight of the new gradient in the average; 1 is plain SGD
  std::optional<double> gamma;               ///< width of the pull of pesg (500) and proximal (100); as the objective's
  bool stock = false;                        ///< LibTorch's own Adam, with the same bits, for any device
};

/// A loss of all rows as a function of all weights, in double: the parameters one after another. Returns the value at
/// `weights` and writes the gradient.
using FlatLoss = std::function<double(Span<const double> weights, Span<double> gradient)>;

/// Minimises a FlatLoss instead of following gradients of batches.
struct FullBatchSearch {
  /// Minimises the loss with the penalty for some iterations from the current weights. Does nothing after convergence.
  std::function<void(const FlatLoss&)> run;
  /// Sets the L2 penalty, from 0 on, and begins a new search at the current weights.
  std::function<void(double)> set_penalty;
  /// Whether the search has converged, or cannot get any lower.
  std::function<bool()> converged;
  /// The current weights in double; the parameters are these, rounded to their type.
  std::function<std::vector<double>()> weights;
};

/// Moves weights by their gradients.
struct Optimiser {
  /// Makes one step from the gradients of the parameters. Refused by a full-batch optimiser.
  std::function<void()> step;
  /// Begins a new stage of the schedule; pesg and proximal close their averages. Call it once more after the last stage
  /// to leave the weights of proximal at that stage's average.
  std::function<void(double learning_rate)> begin_stage;
  /// Whether begin_stage moves the weights.
  bool averages_stages = false;
  /// Clears the gradients.
  std::function<void()> zero_grad;
  /// Returns a snapshot of the optimiser's state.
  std::function<NamedTensors()> save;
  /// Restores a snapshot; refuses that of another optimiser or model.
  std::function<void(const NamedTensors&)> restore;
  /// Replaces `step` in a full-batch optimiser.
  std::optional<FullBatchSearch> search = {};
};

/// Makes an optimiser of `parameters`; throws UserError if an option is out of range.
///
/// - adam: betas .9 and .999.
/// - momentum: v <- (1 - g) v + g gradient, w <- w - lr v, the paper's moving average (zhu2022, Algorithm 2, steps
///   7 and 8).
/// - pesg: w <- w - lr (gradient + (w - w_ref) / gamma), for auc-m (Yuan, Yan, Sonka, Yang 2021). w_ref is the average
///   of the previous stage; in the first stage it is the start.
/// - proximal: w <- (gamma w + lr w_0 - lr gamma gradient) / (gamma + lr), for sota with own thresholds (zhu2022,
///   Algorithm 4). w_0 is the start of the stage, which is the average of the previous stage.
/// - lbfgs: limited-memory BFGS with a strong-Wolfe line search (FullBatchSearch) of the loss + decay / 2 |w|^2. There,
///   w leaves out parameters of one dimension: intercepts are not shrunk.
/// - boosting, averaging: do nothing by themselves; the loop asks the model to grow.
Optimiser make_optimiser(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters);

}  // namespace pauc
