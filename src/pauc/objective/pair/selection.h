#pragma once

#include <cstdint>
#include <vector>

#include "pauc/kernel/descending_scores.h"
#include "pauc/kernel/surrogate.h"

namespace pauc {

// The negatives with the largest losses of a row, by rank: `above` whole ones, and a share of each up to `tied_end`.
struct RankCut {
  std::uint32_t above = 0;
  std::uint32_t tied_end = 0;
  double share = 0;

  double selected() const { return above + share * (tied_end - above); }
  double weight(std::uint32_t rank) const { return rank < above ? 1 : rank < tied_end ? share : 0; }
};

// Cuts off the losses of each positive above its threshold; those that tie at it share what is missing in `wanted`.
std::vector<RankCut> cuts_at_thresholds(const kernel::DescendingScores& negatives, const std::vector<double>& positives,
                                        const std::vector<double>& thresholds, const kernel::Surrogate& surrogate,
                                        double wanted);

// Ranks begin .. end - 1 of a row, with a weight.
struct RankPiece {
  std::uint32_t row = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  double weight = 0;
};

// Appends the pieces of a row between two cuts, from outer weight - inner weight where that is above 0.
void append_pieces(std::uint32_t row, const RankCut& outer, const RankCut& inner, std::vector<RankPiece>& pieces);

}  // namespace pauc
