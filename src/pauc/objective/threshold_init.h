#pragma once

#include "pauc/core/choices.h"

namespace pauc {

/// Where the threshold of a positive starts.
enum class ThresholdInit {
  quantile,  ///< at a quantile of its losses in its first batch
  zero,      ///< at 0, as in the paper
};

/// Names of ThresholdInit.
template <>
struct Choices<ThresholdInit> {
  /// value, name
  static constexpr NamedChoice<ThresholdInit> kNames[] = {{ThresholdInit::quantile, "quantile"},
                                                          {ThresholdInit::zero, "zero"}};
};

}  // namespace pauc
