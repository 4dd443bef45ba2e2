// Real files, where PAUC_DATA names the folder that holds them: counts that their owners publish.
#include <algorithm>

#include "pauc/data/table/libsvm_reader.h"
#include "support/real_data.h"

namespace pauc {
namespace {

class RealSparseData : public test::RealDataTest {};

struct Counts {
  int rows = 0;
  int positive = 0;
  std::int64_t entries = 0;
  std::int32_t largest_index = 0;
};

Counts counts_of(const std::string& path) {
  LibsvmReader reader(path);
  Counts counts;
  while (reader.next()) {
    ++counts.rows;
    counts.positive += reader.label() == "+1" ? 1 : 0;
    counts.entries += reader.entries().size();
    for (const auto& entry : reader.entries()) {
      EXPECT_EQ(entry.value, 1.0F) << reader.place();
      counts.largest_index = std::max(counts.largest_index, entry.column + 1);
    }
  }
  return counts;
}

TEST_F(RealSparseData, A9aHasTheRowsOfItsOwners) {
  const Counts train = counts_of(folder_ + "/tab/a9a.gz");
  EXPECT_EQ(train.rows, 32561);
  EXPECT_EQ(train.positive, 7841);
  EXPECT_EQ(train.entries, 451592);
  EXPECT_EQ(train.largest_index, 123);
  const Counts test = counts_of(folder_ + "/tab/a9a.t.gz");
  EXPECT_EQ(test.rows, 16281);
  EXPECT_EQ(test.largest_index, 122);
}

}  // namespace
}  // namespace pauc
