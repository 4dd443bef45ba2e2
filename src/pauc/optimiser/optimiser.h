#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <optional>
#include <vector>

#include "pauc/batch/named_tensors.h"
#include "pauc/optimiser/registry.h"

namespace pauc {

struct OptimiserOptions {
  OptimiserName name = OptimiserName::adam;
  double lr = 1e-3;
  double weight_decay = 2e-4;   // L2, added to the gradient
  double momentum_rate = 0.1;   // momentum: share of the new gradient in the average; 1 is plain SGD
  std::optional<double> gamma;  // pesg (500), proximal (100): width of the pull; that of the objective
};

// Moves the weights by their gradients.
struct Optimiser {
  std::function<void()> step;
  // A new stage of the schedule; pesg and proximal close their averages. Called once more after the last stage, it
  // leaves proximal's weights at that stage's average.
  std::function<void(double learning_rate)> begin_stage;
  bool averages_stages = false;  // begin_stage moves the weights
  std::function<void()> zero_grad;
  std::function<NamedTensors()> save;                // a snapshot
  std::function<void(const NamedTensors&)> restore;  // refuses what another kind or model has saved
};

// adam      betas .9, .999
// momentum  v <- (1 - g) v + g gradient, w <- w - lr v: the paper's moving average (zhu2022, Algorithm 2, steps 7, 8)
// pesg      w <- w - lr (gradient + (w - w_ref) / gamma), w_ref = the average of the last stage, at first the start
//           (Yuan, Yan, Sonka, Yang 2021); for auc-m
// proximal  w <- (gamma w + lr w_0 - lr gamma gradient) / (gamma + lr), w_0 = the start of the stage, which is the
//           average of the last one (zhu2022, Algorithm 4); for sota
Optimiser make_optimiser(const OptimiserOptions& options, const std::vector<at::Tensor>& parameters);

}  // namespace pauc
