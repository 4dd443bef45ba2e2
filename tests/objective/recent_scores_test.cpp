#include "pauc/objective/recent_scores.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace pauc {
namespace {

State memory(std::int64_t capacity) {
  State state;
  RecentScores::add_to(state, "recent", capacity);
  return state;
}

void add(State& state, const std::vector<std::int64_t>& slots, const std::vector<double>& scores) {
  RecentScores(state, "recent", slots, scores).remember();
}

std::vector<double> shares(State& state, const std::vector<std::int64_t>& slots, const std::vector<double>& scores,
                           double count) {
  return RecentScores(state, "recent", slots, scores).shares_of_top(count);
}

TEST(RecentScores, KeepOneScorePerExample) {
  State state = memory(10);
  add(state, {1, 2, 3}, {5, 1, 2});
  add(state, {1}, {0});
  const RecentScores recent(state, "recent", {4}, {1.5});
  EXPECT_EQ(recent.count(), 4);  // 1, 2, 0 and 1.5
  EXPECT_EQ(recent.shares_of_top(2), std::vector<double>{1});
  EXPECT_EQ(recent.shares_of_top(1), std::vector<double>{0});
  EXPECT_EQ(recent.shares_of_top(1.25), std::vector<double>{0.25});
}

TEST(RecentScores, ForgetTheOldestFirst) {
  State state = memory(3);
  add(state, {1}, {9});
  add(state, {2, 3}, {8, 7});
  add(state, {2}, {6});                         // the latest now
  EXPECT_EQ(shares(state, {4}, {1}, 3)[0], 1);  // 9 has gone: 7, 6, 1
  add(state, {4}, {1});
  EXPECT_EQ(state.number("recent_count"), 3);
  EXPECT_EQ(shares(state, {5}, {6.5}, 1)[0], 1);  // 7 has gone too: 6, 1, 6.5
}

TEST(RecentScores, TakeABatchWholeThatIsLargerThanTheMemory) {
  State state = memory(2);
  add(state, {7}, {100});
  EXPECT_EQ(shares(state, {1, 2, 3, 4}, {4, 3, 2, 1}, 2), (std::vector<double>{1, 1, 0, 0}));
  add(state, {1, 2, 3, 4}, {4, 3, 2, 1});
  EXPECT_EQ(state.number("recent_count"), 2);
}

TEST(RecentScores, TiesAtTheCutShare) {
  State state = memory(10);
  add(state, {1, 2}, {5, 3});
  EXPECT_EQ(shares(state, {3, 4, 5}, {3, 3, 1}, 2), (std::vector<double>{1.0 / 3, 1.0 / 3, 0}));
  EXPECT_EQ(shares(state, {3, 4, 5}, {3, 3, 1}, 5), (std::vector<double>{1, 1, 1}));
}

TEST(RecentScores, ABatchThatIsNotRememberedLeavesNoTrace) {
  State state = memory(4);
  add(state, {1}, {5});
  const State before = state;
  shares(state, {2, 1}, {7, 8}, 1);
  for (const auto& [name, tensor] : before.tensors()) EXPECT_TRUE(tensor.equal(state.tensors().at(name))) << name;
}

TEST(RecentScores, ANumberFromADamagedFileIsNotTrusted) {
  for (const double count : {-1.0, 1e18, std::nan("")}) {
    State state = memory(3);
    state.set_number("recent_count", count);
    EXPECT_EQ(RecentScores(state, "recent", {1}, {2}).count(), 1) << count;
  }
}

TEST(RecentScores, ScoresFromADamagedFileAreForgotten) {
  const double nan = std::nan("");
  const std::vector<std::pair<double, double>> damaged = {{2, nan}, {2, HUGE_VAL}, {nan, 3}, {-1, 3}, {1e300, 3}};
  for (const auto& [slot, score] : damaged) {
    State state = memory(5);
    add(state, {1, 2}, {1, 3});
    state.doubles("recent_slots")[1] = slot;
    state.doubles("recent_scores")[1] = score;
    const RecentScores recent(state, "recent", {3}, {2});
    EXPECT_EQ(recent.count(), 2) << slot << ", " << score;
    EXPECT_EQ(recent.shares_of_top(1), std::vector<double>{1}) << slot << ", " << score;
  }
}

TEST(RecentScores, RememberEnoughForTheCut) {
  EXPECT_EQ(RecentScores::capacity_for(1000, 0.3), 1000);
  EXPECT_EQ(RecentScores::capacity_for(1000000, 0.3), 2048);
  EXPECT_EQ(RecentScores::capacity_for(1000000, 0.001), 40000);
}

}  // namespace
}  // namespace pauc
