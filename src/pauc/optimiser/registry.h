#pragma once

#include "pauc/core/choices.h"

namespace pauc {

enum class OptimiserName { adam, momentum, pesg, proximal };

template <>
struct Choices<OptimiserName> {
  static constexpr NamedChoice<OptimiserName> kNames[] = {{OptimiserName::adam, "adam"},
                                                          {OptimiserName::momentum, "momentum"},
                                                          {OptimiserName::pesg, "pesg"},
                                                          {OptimiserName::proximal, "proximal"}};
};

// What has to be known of an optimiser to choose its settings.
struct OptimiserInfo {
  OptimiserName name = OptimiserName::adam;
  double usual_lr = 0;
  bool adaptive = false;        // scales the step of each weight by itself: small rates, with a decay
  bool growing_stages = false;  // runs in the stages of growing_stages (schedule.h) and takes no other decay
};

const OptimiserInfo& optimiser_info(OptimiserName name);

}  // namespace pauc
