#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/random.h"

namespace pauc::test {

// Scores of two classes for the kernels.
struct Pairs {
  std::vector<double> positives;
  std::vector<double> negatives;
};

// Log-uniform sizes 1..300, a tenth with many ties, sigmoid or raw scores with a scale up to 1e4.
Pairs random_pairs(Random& random);

}  // namespace pauc::test
