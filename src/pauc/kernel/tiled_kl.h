#pragma once

#include <vector>

#include "pauc/core/span.h"
#include "pauc/kernel/kl.h"
#include "pauc/kernel/surrogate.h"

namespace pauc::kernel {

// The same as KlSums for any surrogate: one pass over the pairs for the means, another for the gradients of the
// negatives, with O(P + N) memory. The result does not depend on `threads`. The scores must outlive it.
class TiledKlSums {
 public:
  TiledKlSums(Span<const double> positives, Span<const double> negatives, const Surrogate& surrogate, double lambda,
              int threads = 1);

  const std::vector<double>& log_means() const { return log_means_; }  // [P]
  KlGradients gradients(Span<const double> log_ratios) const;          // [P]; empty: 0 each

 private:
  void sum_row(std::int64_t row);

  Span<const double> positives_;
  Span<const double> negatives_;
  Surrogate surrogate_;
  double lambda_;
  int threads_;
  double lowest_ = 0;              // of the negatives
  double highest_ = 0;             // of the negatives
  std::vector<double> peaks_;      // [P] largest L_ij / lambda of the row
  std::vector<double> sums_;       // [P] sum_j exp(L_ij / lambda - peak)
  std::vector<double> slopes_;     // [P] sum_j of the same times dL_ij/dh_i
  std::vector<double> log_means_;  // [P]
};

}  // namespace pauc::kernel
