#include "pauc/core/parallel.h"

#include <atomic>
#include <stdexcept>
#include <vector>

namespace pauc {
namespace {

TEST(ParallelFor, CallsEachIndexOnce) {
  for (const int threads : {1, 2, 5}) {
    std::vector<std::atomic<int>> calls(1000);
    parallel_for(1000, threads, [&](std::int64_t i) { ++calls[static_cast<std::size_t>(i)]; });
    for (const auto& count : calls) ASSERT_EQ(count, 1);
  }
}

TEST(ParallelFor, DoesNothingForNothing) {
  parallel_for(0, 4, [](std::int64_t) { FAIL(); });
}

TEST(ParallelFor, HandsAnExceptionToTheCaller) {
  EXPECT_THROW(parallel_for(100, 3,
                            [](std::int64_t i) {
                              if (i == 50) throw std::runtime_error("stop");
                            }),
               std::runtime_error);
}

}  // namespace
}  // namespace pauc
