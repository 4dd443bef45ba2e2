#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pauc/metric/cases.h"
#include "pauc/metric/interval/interval.h"
#include "pauc/metric/region.h"

namespace pauc {

// The scores of the same rows after some inputs were permuted: row k got those of row donors[k].
struct PermutedScores {
  Span<const double> scores;
  Span<const std::int64_t> donors;
};

// How much a partial AUC falls when inputs are permuted: on the scale of logs, mcclish or, two-way, normalised.
struct PermutationDrop {
  double drop = 0;             // mean over the repeats
  std::optional<Interval> ci;  // none if a class has fewer than two rows, or if there are fewer than two groups
};

// The rows and scores that drops are measured from, ranked once.
//
// The interval is drop +- z sqrt(sum_i psi_i^2) with n / (n - 1) for each class. With d_r(k) = influence of row k on
// the area before the permutation, minus that after permutation r,
//   psi_i = mean over r of [ d_r(i) + d_r(k_r(i)) ],
// where k_r(i) is the row that got the inputs of row i: a row counts as the one that is scored and as the one whose
// inputs another row is scored with. Both terms are differences on the same row, so an input that changes few scores
// has a short interval, and one that changes none has the interval [0, 0]. The permutations' own noise is in psi,
// twice in fact, because it moves the scored row and the donor: the interval is a little too long rather than too
// short. With groups, psi is summed over each group.
class DropsFrom {
 public:
  // `groups` has the group of each row, below group_count; empty: rows are independent. All must outlive this object.
  DropsFrom(const Cases& cases, Span<const std::uint32_t> groups, std::int64_t group_count, const Region& region);

  double value() const;  // of the area, on the same scale
  PermutationDrop of(const std::vector<PermutedScores>& repeats, double confidence) const;

 private:
  Cases cases_;
  Span<const std::uint32_t> groups_;
  std::int64_t group_count_;
  Region region_;
  bool has_intervals_ = false;
  double value_ = 0;  // normalised
  std::vector<double> influence_;
};

}  // namespace pauc
