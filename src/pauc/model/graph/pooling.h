#pragma once

#include "pauc/core/choices.h"

namespace pauc {

// How a graph network makes one vector of a molecule from those of its atoms.
enum class Pooling { mean, sum };

template <>
struct Choices<Pooling> {
  static constexpr NamedChoice<Pooling> kNames[] = {{Pooling::mean, "mean"}, {Pooling::sum, "sum"}};
};

}  // namespace pauc
