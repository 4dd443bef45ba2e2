#include "pauc/trainer/loop/batch_queue.h"

#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <stdexcept>

namespace pauc {
namespace {

// Batches 0, 1, ... count-1.
std::function<std::optional<PreparedBatch>()> counting(std::int64_t count, std::atomic<std::int64_t>& made) {
  return [count, &made]() -> std::optional<PreparedBatch> {
    if (made == count) return std::nullopt;
    PreparedBatch batch;
    batch.examples = {made++};
    return batch;
  };
}

TEST(BatchQueue, GivesBatchesInOrderAndThenNone) {
  for (const std::size_t ahead : {1, 2, 4, 1000}) {
    std::atomic<std::int64_t> made = 0;
    BatchQueue queue(counting(500, made), ahead);
    for (std::int64_t k = 0; k < 500; ++k) {
      const auto batch = queue.next();
      ASSERT_TRUE(batch);
      ASSERT_EQ(batch->examples[0], k);
    }
    EXPECT_FALSE(queue.next());
    EXPECT_FALSE(queue.next());
  }
}

TEST(BatchQueue, PreparesAheadButNotWithoutEnd) {
  std::atomic<std::int64_t> made = 0;
  BatchQueue queue(counting(1000, made), 4);
  for (int wait = 0; wait < 2000 && made < 4; ++wait) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_GE(made, 4);
  EXPECT_LE(made, 5);  // four that are ready, one in hand
}

TEST(BatchQueue, AnErrorIsThrownBehindTheBatchesBeforeItAndEverAfter) {
  std::int64_t made = 0;
  BatchQueue queue([&]() -> std::optional<PreparedBatch> {
    if (made == 3) throw std::runtime_error("no more");
    return PreparedBatch{{made++}, {}};
  });
  for (std::int64_t k = 0; k < 3; ++k) EXPECT_EQ(queue.next()->examples[0], k);
  EXPECT_THROW(queue.next(), std::runtime_error);
  EXPECT_THROW(queue.next(), std::runtime_error);
}

TEST(BatchQueue, EndsWhileItIsFullEmptyOrAtWork) {
  for (int round = 0; round < 300; ++round) {
    std::atomic<std::int64_t> made = 0;
    BatchQueue queue(counting(round % 7, made), 1 + round % 3);
    for (int taken = 0; taken < round % 5; ++taken) queue.next();
  }
  for (int round = 0; round < 300; ++round) {
    std::atomic<std::int64_t> made = 0;
    BatchQueue queue(counting(1000000, made), 1 + round % 3);
    for (int taken = 0; taken < round % 5; ++taken) EXPECT_TRUE(queue.next());
  }
}

TEST(BatchQueue, AnErrorThatNobodyAskedForIsDropped) {
  for (int round = 0; round < 100; ++round) {
    const BatchQueue queue([]() -> std::optional<PreparedBatch> { throw std::runtime_error("unheard"); });
  }
}

}  // namespace
}  // namespace pauc
