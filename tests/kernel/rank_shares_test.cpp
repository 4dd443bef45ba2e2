#include "pauc/kernel/rank_shares.h"

#include <algorithm>

#include "kernel/pairs.h"
#include "support/rounds.h"

namespace pauc::kernel {
namespace {

// The share of a score by definition: those above it come first, and those equal to it share what is left.
double share_of(const std::vector<double>& scores, double score, double count) {
  const auto above = std::count_if(scores.begin(), scores.end(), [&](double other) { return other > score; });
  const auto tied = std::count(scores.begin(), scores.end(), score);
  return std::clamp((count - static_cast<double>(above)) / static_cast<double>(tied), 0.0, 1.0);
}

TEST(TopShares, AreThoseOfTheDefinitionWhicheverWayTheyAreFound) {
  Random random(7);
  for (int round = 0; round < test::rounds(500); ++round) {
    const std::vector<double> scores = test::random_pairs(random).negatives;
    const auto size = static_cast<double>(scores.size());
    const double count = random.uniform() * size;
    const double above = round % 3 == 0 ? random.uniform() * count : 0;
    const TopShares top = top_shares(scores, count, above);
    const std::vector<double> shares = in_batch_order(top);
    ASSERT_EQ(shares.size(), scores.size());
    for (std::size_t k = 0; k < scores.size(); ++k) {
      EXPECT_NEAR(shares[k], share_of(scores, scores[k], count) - share_of(scores, scores[k], above), 1e-12);
    }
    EXPECT_EQ(in_batch_order(top_shares(sorted_descending(scores), count, above)), shares);
    EXPECT_NEAR(top.sum(), count - above, 1e-9 * size);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace pauc::kernel
