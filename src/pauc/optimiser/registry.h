#pragma once

#include "pauc/core/choices.h"

namespace pauc {

/// The optimisers of make_optimiser.
enum class OptimiserName {
  adam,       ///< Adam
  momentum,   ///< SGD with a moving average of the gradients
  pesg,       ///< for auc-m
  proximal,   ///< for sota with own thresholds
  lbfgs,      ///< limited-memory BFGS on all rows at once, for linear models
  boosting,   ///< adds trees round by round, for models that grow
  averaging,  ///< grows trees of one weight in one round, for forests
};

/// Names of OptimiserName.
template <>
struct Choices<OptimiserName> {
  /// value, name
  static constexpr NamedChoice<OptimiserName> kNames[] = {
      {OptimiserName::adam, "adam"},          {OptimiserName::momentum, "momentum"},
      {OptimiserName::pesg, "pesg"},          {OptimiserName::proximal, "proximal"},
      {OptimiserName::lbfgs, "lbfgs"},        {OptimiserName::boosting, "boosting"},
      {OptimiserName::averaging, "averaging"}};
};

/// Facts from which the settings of an optimiser are chosen.
struct OptimiserInfo {
  OptimiserName name = OptimiserName::adam;  ///< which optimiser
  double usual_lr = 0;                       ///< learning rate if nothing else is known
  bool adaptive = false;                     ///< scales each weight's step: small learning rates that decay
  bool growing_stages = false;               ///< runs in growing_stages (schedule.h) and takes no other decay
  bool full_batch = false;                   ///< each step sees all rows
  bool grows = false;                        ///< adds trees to a model (Growth) instead of moving its weights
};

/// The row of an optimiser.
const OptimiserInfo& optimiser_info(OptimiserName name);

}  // namespace pauc
