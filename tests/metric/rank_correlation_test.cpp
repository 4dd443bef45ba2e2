#include "pauc/metric/rank_correlation.h"

#include "support/refusals.h"

namespace pauc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(RanksOf, EqualValuesShareTheMeanOfTheirRanks) {
  EXPECT_THAT(ranks_of(std::vector<double>{3, 1, 3, 7, 3}), ElementsAre(3, 1, 3, 5, 3));
  EXPECT_THAT(ranks_of(std::vector<double>{2, 2}), ElementsAre(1.5, 1.5));
  EXPECT_TRUE(ranks_of(std::vector<double>{}).empty());
}

TEST(RankCorrelation, DependsOnTheOrderOnly) {
  const std::vector<double> a = {1, 2, 3, 4};
  EXPECT_EQ(rank_correlation(a, std::vector<double>{-5, 0, 0.1, 1e300}), 1);
  EXPECT_EQ(rank_correlation(a, std::vector<double>{4, 3, 2, 1}), -1);
  // 1 - 6 sum d^2 / (n (n^2 - 1)), d = (0, 1, -1, 0)
  EXPECT_DOUBLE_EQ(*rank_correlation(a, std::vector<double>{1, 3, 2, 4}), 1 - 6.0 * 2 / (4 * 15));
}

// scipy.stats.spearmanr([1, 2, 2, 4, 5], [2, 1, 3, 3, 5])
TEST(RankCorrelation, TiesAreThoseOfScipy) {
  EXPECT_NEAR(*rank_correlation(std::vector<double>{1, 2, 2, 4, 5}, std::vector<double>{2, 1, 3, 3, 5}),
              0.7631578947368421, 1e-12);
}

TEST(RankCorrelation, OfOneScoreForAllRowsIsNone) {
  EXPECT_FALSE(rank_correlation(std::vector<double>{1, 1, 1}, std::vector<double>{1, 2, 3}));
  EXPECT_FALSE(rank_correlation(std::vector<double>{1}, std::vector<double>{1}));
  EXPECT_FALSE(rank_correlation(std::vector<double>{}, std::vector<double>{}));
}

TEST(RankCorrelation, RefusesListsOfDifferentLengths) {
  EXPECT_THAT(test::refusal_of([] {
                rank_correlation(std::vector<double>{1, 2}, std::vector<double>{1});
              }),
              HasSubstr("expected lists of one length, got 2 and 1"));
}

}  // namespace
}  // namespace pauc
