#include "pauc/sampler/task_turns.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "pauc/core/error.h"
#include "pauc/sampler/sampler.h"

namespace pauc {
namespace {

// Task 0 knows all rows, every fifth of them positive; task 1 knows every third row, few of them positive.
std::shared_ptr<const TaskLabels> two_tasks(std::int64_t rows) {
  auto labels = std::make_shared<TaskLabels>(2);
  for (std::int64_t row = 0; row < rows; ++row) {
    (*labels)[0].push_back(row % 5 == 0 ? 1 : 0);
    (*labels)[1].push_back(row % 3 != 0 ? kUnknownLabel : row % 30 == 0 ? std::int8_t{1} : std::int8_t{0});
  }
  return labels;
}

TEST(RowOrder, IsAPermutationOfAnyNumberOfRows) {
  for (const std::int64_t rows : {1, 2, 3, 4, 5, 16, 17, 1000, 4097}) {
    const RowOrder order(rows, 7);
    std::set<std::int64_t> seen;
    for (std::int64_t place = 0; place < rows; ++place) seen.insert(order.at(place));
    EXPECT_EQ(static_cast<std::int64_t>(seen.size()), rows);
    EXPECT_EQ(*seen.begin(), 0);
    EXPECT_EQ(*seen.rbegin(), rows - 1);
  }
}

// Each row is as likely at each place: over many keys the mean place of a row is that of a uniform draw.
TEST(RowOrder, IsRandomInItsKey) {
  constexpr std::int64_t kRows = 50;
  constexpr int kKeys = 4000;
  std::vector<double> sums(kRows, 0);
  for (int key = 0; key < kKeys; ++key) {
    const RowOrder order(kRows, static_cast<std::uint64_t>(key));
    for (std::int64_t place = 0; place < kRows; ++place) {
      sums[static_cast<std::size_t>(order.at(place))] += static_cast<double>(place);
    }
  }
  // The standard error of a mean place is 14.4 / sqrt(4000) = 0.23.
  for (const double sum : sums) EXPECT_NEAR(sum / kKeys, (kRows - 1) / 2.0, 5 * 0.23);
}

TEST(TaskTurns, MakeEachBatchForOneTaskFromItsOwnRows) {
  const auto labels = two_tasks(300);
  TaskTurns turns(labels, 12, 4, 1);
  for (int step = 0; step < 200; ++step) {
    const std::vector<std::int64_t> batch = turns.next();
    ASSERT_EQ(batch.size(), 12U);
    const auto& own = (*labels)[static_cast<std::size_t>(step % 2)];
    for (std::size_t k = 0; k < batch.size(); ++k) {
      EXPECT_EQ(own[static_cast<std::size_t>(batch[k])], k < 4 ? 1 : 0) << step;
    }
  }
}

TEST(TaskTurns, GoThroughAllRowsOfAClassBeforeAnyRepeats) {
  const auto labels = two_tasks(300);  // task 1: 10 positives and 90 negatives
  TaskTurns turns(labels, 10, 1, 3);
  std::map<std::int64_t, int> times;
  for (int step = 0; step < 20; ++step) {
    const std::vector<std::int64_t> batch = turns.next();
    if (step % 2 == 0) continue;
    for (const std::int64_t row : batch) ++times[row];
  }
  EXPECT_EQ(times.size(), 100U);  // ten batches of one positive and nine negatives
  for (const auto& [row, count] : times) EXPECT_EQ(count, 1) << row;
}

TEST(TaskTurns, GoOnFromASavedState) {
  const auto labels = two_tasks(200);
  Sampler straight(labels, {10, 3, 5, 0});
  for (int step = 0; step < 37; ++step) straight.next();
  const auto saved = straight.save();
  Sampler resumed(labels, {10, 3, 5, 0});
  resumed.restore(saved);
  for (int step = 0; step < 100; ++step) ASSERT_EQ(resumed.next(), straight.next()) << step;
}

TEST(TaskTurns, RefuseTheStateOfOtherTasks) {
  Sampler sampler(two_tasks(200), {10, 3, 5, 0});
  auto saved = sampler.save();
  saved.pop_back();
  EXPECT_THROW(sampler.restore(saved), UserError);
  auto wrong_turn = sampler.save();
  wrong_turn[1] = 2;
  EXPECT_THROW(sampler.restore(wrong_turn), UserError);
}

TEST(TaskTurns, RefuseATaskOfOneClass) {
  auto labels = std::make_shared<TaskLabels>(TaskLabels{{1, 0, 1}, {0, 0, kUnknownLabel}});
  EXPECT_THROW(TaskTurns(labels, 2, 1, 0), UserError);
  labels = std::make_shared<TaskLabels>(TaskLabels{{1, 0, 1}, {1, 1, kUnknownLabel}});
  EXPECT_THROW(TaskTurns(labels, 2, 1, 0), UserError);
}

TEST(TaskTurns, AreNotNeededWhereRowsAreDrawnRegardlessOfClass) {
  Sampler sampler(two_tasks(100), {16, 0, 5, 0});
  EXPECT_EQ(sampler.batches_per_epoch(), 7);
  std::set<std::int64_t> seen;
  for (int step = 0; step < 7; ++step) {
    for (const std::int64_t row : sampler.next()) seen.insert(row);
  }
  EXPECT_EQ(seen.size(), 100U);
}

}  // namespace
}  // namespace pauc
