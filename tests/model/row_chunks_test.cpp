#include "pauc/model/row_chunks.h"

#include <gmock/gmock.h>

namespace pauc {
namespace {

TEST(RowChunks, EachChunkSumsOnItsOwnFromZeroOn) {
  for (const std::int64_t rows : {std::int64_t{0}, std::int64_t{1}, kRowsInChunk, 5 * kRowsInChunk + 7}) {
    std::vector<double> sums = {9, 9};
    sum_of_chunks(rows, 2, sums.data(), [](RowRange range, double* own) {
      EXPECT_THAT(std::vector<double>(own, own + 2), testing::ElementsAre(0, 0));
      own[0] = 1;
      for (std::int64_t row = range.begin; row < range.end; ++row) own[1] += static_cast<double>(row);
    });
    EXPECT_EQ(sums[0], chunks_of(rows));
    EXPECT_EQ(sums[1], rows * (rows - 1) / 2);
  }
}

}  // namespace
}  // namespace pauc
