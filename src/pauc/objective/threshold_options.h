#pragma once

#include "pauc/core/choices.h"

namespace pauc {

/// How a method finds the losses that count.
enum class Thresholds {
  shared,  ///< one cut through the scores of the negatives serves all positives
  own,     ///< each positive learns a threshold of its own, as in the paper
};

/// Names of Thresholds.
template <>
struct Choices<Thresholds> {
  /// value, name
  static constexpr NamedChoice<Thresholds> kNames[] = {{Thresholds::shared, "shared"}, {Thresholds::own, "own"}};
};

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
