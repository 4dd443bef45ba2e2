#include "pauc/trainer/loop/collapse.h"

#include <gmock/gmock.h>

namespace pauc {
namespace {

using testing::HasSubstr;

record::Epoch epoch_with(std::int64_t number, double valid, double spread, double gain) {
  record::Epoch epoch;
  epoch.epoch = number;
  epoch.valid = valid;
  epoch.since_start = record::SinceStart{spread, gain};
  return epoch;
}

TEST(Collapse, IsASpreadBelowAHundredth) {
  EXPECT_TRUE(has_collapsed(epoch_with(1, 0.7, 0.0099, 0.1)));
  EXPECT_FALSE(has_collapsed(epoch_with(1, 0.7, 0.01, 0.1)));
  EXPECT_FALSE(has_collapsed(record::Epoch()));
}

TEST(Collapse, OfAnyEpochCounts) {
  const std::vector<record::Epoch> log = {epoch_with(1, 0.8, 0.9, 0.1), epoch_with(2, 0.5, 0.001, -0.2),
                                          epoch_with(3, 0.6, 0.9, -0.1)};
  EXPECT_EQ(collapse_of(log, 1),
            "in epoch 2 the spread of the scores was below 1 % of that at the start of fine-tuning");
}

TEST(Collapse, IsABestEpochBelowTheStart) {
  const std::vector<record::Epoch> log = {epoch_with(1, 0.8, 0.9, -0.0125), epoch_with(2, 0.5, 0.9, -0.3125)};
  EXPECT_EQ(collapse_of(log, 1),
            "the best validation value, 0.8000, is below that at the start of fine-tuning, 0.8125");
}

TEST(Collapse, IsNoneWhereTheBestEpochIsAsGoodAsTheStart) {
  const std::vector<record::Epoch> log = {epoch_with(1, 0.5, 0.9, -0.3), epoch_with(2, 0.8, 0.9, 0)};
  EXPECT_EQ(collapse_of(log, 2), "");
}

TEST(Collapse, IsNoneWithoutAStart) {
  record::Epoch pretraining;
  pretraining.epoch = 1;
  EXPECT_EQ(collapse_of({pretraining}, 1), "");
  EXPECT_THAT(collapse_of({pretraining, epoch_with(1, 0.4, 1, -0.5)}, 1), HasSubstr("0.4000"));
}

}  // namespace
}  // namespace pauc
