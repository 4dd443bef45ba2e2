#pragma once

#include "pauc/core/choices.h"

namespace pauc {

/// How a graph network combines the vectors of a molecule's atoms into one.
enum class Pooling {
  mean,  ///< their mean
  sum,   ///< their sum
};

/// Names of Pooling.
template <>
struct Choices<Pooling> {
  /// value, name
  static constexpr NamedChoice<Pooling> kNames[] = {{Pooling::mean, "mean"}, {Pooling::sum, "sum"}};
};

}  // namespace pauc
