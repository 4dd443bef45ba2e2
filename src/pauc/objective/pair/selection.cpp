#include "pauc/objective/pair/selection.h"

#include <algorithm>
#include <array>

#include "pauc/kernel/pair_sums.h"

namespace pauc {

std::vector<RankCut> cuts_at_thresholds(const kernel::DescendingScores& negatives, const std::vector<double>& positives,
                                        const std::vector<double>& thresholds, const kernel::Surrogate& surrogate,
                                        double wanted) {
  std::vector<RankCut> cuts;
  cuts.reserve(thresholds.size());
  for (const kernel::RanksAtLoss& ranks : kernel::ranks_at_losses(negatives, positives, thresholds, surrogate)) {
    const double tied = ranks.tied_end - ranks.above;
    const double share = tied > 0 ? std::clamp((wanted - ranks.above) / tied, 0.0, 1.0) : 0.0;
    cuts.push_back({ranks.above, share > 0 ? ranks.tied_end : ranks.above, share});
  }
  return cuts;
}

void append_pieces(std::uint32_t row, const RankCut& outer, const RankCut& inner, std::vector<RankPiece>& pieces) {
  std::array<std::uint32_t, 5> borders = {0, inner.above, inner.tied_end, outer.above, outer.tied_end};
  std::sort(borders.begin(), borders.end());
  for (std::size_t k = 0; k + 1 < borders.size(); ++k) {
    const std::uint32_t begin = borders[k];
    const std::uint32_t end = borders[k + 1];
    if (begin == end) continue;
    const double weight = outer.weight(begin) - inner.weight(begin);
    if (weight > 0) pieces.push_back({row, begin, end, weight});
  }
}

}  // namespace pauc
