#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/kernel/descending_scores.h"
#include "pauc/kernel/surrogate.h"

namespace pauc::kernel {

// Pairs of each positive i with a range of the negatives in descending order: ranks begins[i] .. ends[i] - 1, by
// default all. r and c are optional weights.
struct ChosenPairs {
  Span<const double> positives;  // [P]
  const DescendingScores& negatives;
  Surrogate surrogate = {};
  Span<const std::uint32_t> begins = {};   // [P] ranks; empty: 0
  Span<const std::uint32_t> ends = {};     // [P] ranks; empty: N
  Span<const double> row_weights = {};     // [P] r
  Span<const double> column_weights = {};  // [N] c, by rank for sequential access
  bool column_values = true;               // whether PairSums::column_values is needed
};

// Sums over the chosen pairs, without a P x N matrix:
//
//   row_values[i]       = sum_j c_j L_ij                L_ij = l(h_i - h_j)
//   column_values[j]    = sum_i r_i L_ij
//   row_gradients[i]    = d/dh_i of sum_ij r_i c_j L_ij
//   column_gradients[j] = d/dh_j of the same
//
// Hinges take O(P log N + N) after sorting, because the chosen pairs of a positive that have a loss are a range of
// ranks. Running sums over the negatives give the rows; one sweep over the ranks gives the columns, as sums over the
// rows that reach each rank. Ranges that begin below the top are summed by a tree. The sigmoid takes O(P log P + N) by
// cells (sigmoid_cells.h) where all rows have the same range. Other surrogates, and a sigmoid with a range for each
// row, take one pass over all pairs in tiles, with O(P + N) memory. The result does not depend on `threads`.
struct PairSums {
  std::vector<double> row_values;
  std::vector<double> row_gradients;
  std::vector<double> column_values;     // in the order of the batch; empty if not needed
  std::vector<double> column_gradients;  // in the order of the batch
  double total = 0;                      // sum of c_j L_ij over all pairs, chosen or not
};

PairSums pair_sums(const ChosenPairs& pairs, int threads = 1);

// PairSums::total alone, in less time.
double total_loss(const ChosenPairs& pairs, int threads = 1);

// Ranks of the negatives by their loss against a positive: ranks 0 .. above - 1 exceed a threshold, ranks above ..
// tied_end - 1 equal it but for rounding. All exceed a negative threshold. The test is h_j > h_i -
// gap_of_loss(threshold); for the squared hinge, h_j > sqrt(threshold) - (m - h_i). Monotone surrogates only.
struct RanksAtLoss {
  std::uint32_t above = 0;
  std::uint32_t tied_end = 0;
};

// One result per positive, each with its own threshold.
std::vector<RanksAtLoss> ranks_at_losses(const DescendingScores& negatives, Span<const double> positives,
                                         Span<const double> thresholds, const Surrogate& surrogate);

// Sums that are all 0, with the sizes that these pairs need.
PairSums empty_sums(const ChosenPairs& pairs);

// The algorithm of pair_sums for hinges.
PairSums hinge_sums(const ChosenPairs& pairs, int threads = 1);
double hinge_total(const ChosenPairs& pairs, int threads = 1);

// The algorithm for surrogates without a hinge. Tests compare the others with it.
PairSums tiled_sums(const ChosenPairs& pairs, int threads = 1);

// The algorithm for the sigmoid.
PairSums sigmoid_sums(const ChosenPairs& pairs, int threads = 1);

}  // namespace pauc::kernel
