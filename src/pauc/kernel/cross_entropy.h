#pragma once

#include <vector>

#include "pauc/core/span.h"

namespace pauc::kernel {

// Binary cross-entropy of raw scores: sum_k w_k l_k / sum_k w_k, l = log(1 + exp(-score)) for a positive and
// log(1 + exp(score)) for a negative, with its gradient.
struct CrossEntropy {
  double value = 0;
  std::vector<double> gradient;  // [n]
};

// Both in the same order; empty weights are 1 each.
CrossEntropy cross_entropy(Span<const double> scores, Span<const std::int64_t> labels, Span<const double> weights);

}  // namespace pauc::kernel
