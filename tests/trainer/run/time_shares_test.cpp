#include "pauc/trainer/run/time_shares.h"

#include <gtest/gtest.h>

namespace pauc {
namespace {

TEST(TimeShares, TheFirstOfSeveralMembersHasHalfAndATenthIsKeptForTheEnd) {
  const TimeShares several(100, 3, 1, 1);
  EXPECT_DOUBLE_EQ(several.end_of(0, 1, 0), 45);
  EXPECT_DOUBLE_EQ(several.end_of(1, 1, 45), 90);
  EXPECT_DOUBLE_EQ(several.end_of(2, 1, 60), 90);
  EXPECT_DOUBLE_EQ(TimeShares(100, 1, 1, 1).end_of(0, 1, 0), 90);
}

TEST(TimeShares, EachFoldLeavesTheOthersAsMuch) {
  const TimeShares shares(100, 1, 4, 1);
  EXPECT_DOUBLE_EQ(shares.end_of(0, 1, 0), 22.5);
  EXPECT_DOUBLE_EQ(shares.end_of(0, 2, 22.5), 45);
  EXPECT_DOUBLE_EQ(shares.end_of(0, 4, 67.5), 90);
  // What a quick fold leaves over is for those that follow it.
  EXPECT_DOUBLE_EQ(shares.end_of(0, 2, 0), 30);
}

TEST(TimeShares, FoldsThatAreTrainedTogetherHaveTheSameTime) {
  const TimeShares shares(100, 1, 5, 2);
  EXPECT_DOUBLE_EQ(shares.end_of(0, 1, 0), 30);  // 1 and 2, 3 and 4, 5
  EXPECT_DOUBLE_EQ(shares.end_of(0, 3, 30), 60);
  EXPECT_DOUBLE_EQ(shares.end_of(0, 4, 30), 90);  // 5 runs beside it
  EXPECT_DOUBLE_EQ(shares.end_of(0, 5, 60), 90);
  EXPECT_DOUBLE_EQ(TimeShares(100, 1, 4, 8).end_of(0, 1, 0), 90);
}

TEST(TimeShares, AFoldThatIsNotDoneInItsShareShowsThatTheOthersWillNotFit) {
  const TimeShares shares(100, 2, 4, 1);
  EXPECT_TRUE(shares.fit(1, 2, 50, 13));
  EXPECT_FALSE(shares.fit(1, 2, 50, 14));
  EXPECT_TRUE(shares.fit(1, 4, 76, 14));
  EXPECT_TRUE(shares.fit(1, 1, 50, 0));  // nothing is known before the first
  EXPECT_FALSE(shares.is_up(89));
  EXPECT_TRUE(shares.is_up(90));
  EXPECT_DOUBLE_EQ(shares.end_of(1, 1, 95), 95);
}

}  // namespace
}  // namespace pauc
