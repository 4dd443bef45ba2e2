#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/kernel/descending_scores.h"

namespace pauc {

// Which of the two hinges: l(t) = (m - t)_+^2 or (m - t)_+.
enum class Hinge { squared, plain };

// Sums over pairs of a hinge loss, in O(P log N + N) after sorting the negatives, without a P x N matrix.
//
//   row_values[i]       = sum_j c_j L_ij                L_ij = l(h_i - h_j)
//   column_values[j]    = sum_i r_i L_ij
//   row_gradients[i]    = d/dh_i of sum_ij r_i c_j L_ij
//   column_gradients[j] = d/dh_j of the same
//
// where j runs over ranks begins[i] .. ends[i] - 1 of the negatives in descending order (all by default), r and c are
// optional weights. The chosen pairs of a positive are a stretch of ranks, so prefix sums over the negatives give its
// row, and difference arrays swept once, the columns.
struct HingePairs {
  Span<const double> positives;  // [P]
  const DescendingScores& negatives;
  double margin = 1;
  Hinge hinge = Hinge::squared;
  Span<const std::uint32_t> begins = {};   // [P] ranks; empty: 0
  Span<const std::uint32_t> ends = {};     // [P] ranks; empty: N
  Span<const double> row_weights = {};     // [P]
  Span<const double> column_weights = {};  // [N] in the order of the batch
};

struct HingeSums {
  std::vector<double> row_values;
  std::vector<double> row_gradients;
  std::vector<double> column_values;     // in the order of the batch
  std::vector<double> column_gradients;  // in the order of the batch
};

HingeSums hinge_sums(const HingePairs& pairs);

// The number of negatives whose loss against positive score `positive` exceeds `threshold`; all of them when that is
// negative. Membership is decided on h_j > sqrt(threshold) - (m - h_i), plain hinge without the root.
std::uint32_t rank_above_loss(const DescendingScores& negatives, double positive, double threshold, double margin,
                              Hinge hinge);

}  // namespace pauc
