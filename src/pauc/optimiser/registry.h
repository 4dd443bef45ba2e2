#pragma once

#include "pauc/core/choices.h"

namespace pauc {

/// The optimisers of make_optimiser.
enum class OptimiserName {
  adam,      ///< Adam
  momentum,  ///< SGD with a moving average of the gradients
  pesg,      ///< for auc-m
  proximal,  ///< for sota
};

/// Names of OptimiserName.
template <>
struct Choices<OptimiserName> {
  /// value, name
  static constexpr NamedChoice<OptimiserName> kNames[] = {{OptimiserName::adam, "adam"},
                                                          {OptimiserName::momentum, "momentum"},
                                                          {OptimiserName::pesg, "pesg"},
                                                          {OptimiserName::proximal, "proximal"}};
};

/// Facts from which the settings of an optimiser are chosen.
struct OptimiserInfo {
  OptimiserName name = OptimiserName::adam;  ///< which optimiser
  double usual_lr = 0;                       ///< learning rate if nothing else is known
  bool adaptive = false;                     ///< scales each weight's step: small learning rates that decay
  bool growing_stages = false;               ///< runs in growing_stages (schedule.h) and takes no other decay
};

/// The row of an optimiser.
const OptimiserInfo& optimiser_info(OptimiserName name);

}  // namespace pauc
