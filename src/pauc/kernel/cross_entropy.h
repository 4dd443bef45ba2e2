#pragma once

#include <vector>

#include "pauc/core/span.h"

namespace pauc::kernel {

// Binary cross-entropy of raw scores with its gradient: sum_k w_k l_k / sum_k w_k, where l_k is log(1 + exp(-score))
// for a positive and log(1 + exp(score)) for a negative.
struct CrossEntropy {
  double value = 0;
  std::vector<double> gradient;  // [n]
};

// All lists are in the same order. Empty weights mean 1 each.
CrossEntropy cross_entropy(Span<const double> scores, Span<const std::int64_t> labels, Span<const double> weights);

}  // namespace pauc::kernel
