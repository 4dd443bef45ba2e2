#pragma once

#include "pauc/core/choices.h"

namespace pauc {

// Where the threshold of a positive starts: at a quantile of its losses in its first batch, or at 0 as in the paper.
enum class ThresholdInit { quantile, zero };

template <>
struct Choices<ThresholdInit> {
  static constexpr NamedChoice<ThresholdInit> kNames[] = {{ThresholdInit::quantile, "quantile"},
                                                          {ThresholdInit::zero, "zero"}};
};

}  // namespace pauc
