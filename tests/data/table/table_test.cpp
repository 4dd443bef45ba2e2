#include "pauc/data/table/table.h"

#include "data/table/tables.h"

namespace pauc {
namespace {

using testing::ElementsAre;
using testing::ElementsAreArray;

std::vector<float> gathered(const Table& table, const std::vector<std::int64_t>& rows) {
  std::vector<float> out;
  for_each_column(table, rows, [&](std::int64_t column, Span<const float> values) {
    EXPECT_EQ(out.size(), static_cast<std::size_t>(column) * rows.size());
    EXPECT_EQ(values.size(), static_cast<std::int64_t>(rows.size()));
    out.insert(out.end(), values.begin(), values.end());
  });
  return out;
}

TEST(Table, GivesTheValuesOfRowsColumnByColumn) {
  const Table dense = test::table_of_numbers({{1, 0, 3, 4}, {0, 0, 0, 0}, {0, 6, 0, 8}});
  for (const Table& table : {dense, test::as_sparse(dense)}) {
    EXPECT_THAT(gathered(table, {3, 0, 0}), ElementsAre(4, 1, 1, 0, 0, 0, 8, 0, 0));
    EXPECT_THAT(gathered(table, {}), ElementsAre());
  }
}

TEST(Table, ItsFirstColumnsAreATableOfTheirOwn) {
  const Table dense = test::table_of_numbers({{1, 0, 3, 4}, {0, 5, 0, 0}, {0, 6, 0, 8}});
  for (const Table& table : {dense, test::as_sparse(dense)}) {
    const Table first = first_columns(table, 2);
    EXPECT_EQ(first.rows, 4);
    EXPECT_EQ(first.columns.size(), 2U);
    EXPECT_EQ(first.values.index(), table.values.index());
    EXPECT_THAT(gathered(first, {0, 1, 2, 3}), ElementsAre(1, 0, 3, 4, 0, 5, 0, 0));
    EXPECT_EQ(first_columns(table, 0).rows, 4);
  }
}

TEST(Table, KeepsMissingValues) {
  const Table dense = test::table_of_numbers({{test::kMissing, 2}});
  for (const Table& table : {dense, test::as_sparse(dense)}) {
    EXPECT_TRUE(std::isnan(gathered(table, {1, 0})[1]));
  }
}

TEST(Table, IsTheSameDenseAndSparse) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const std::int64_t rows = 1 + random.below(30);
    std::vector<std::vector<float>> columns(1 + random.below(6));
    for (auto& column : columns) {
      for (std::int64_t k = 0; k < rows; ++k) {
        column.push_back(random.below(3) == 0 ? static_cast<float>(random.normal()) : 0.0F);
      }
    }
    std::vector<std::int64_t> chosen;
    std::vector<float> expected;
    for (std::uint32_t k = random.below(40); k > 0; --k)
      chosen.push_back(random.below(static_cast<std::uint32_t>(rows)));
    for (const auto& column : columns) {
      for (const std::int64_t row : chosen) expected.push_back(column[row]);
    }
    const Table dense = test::table_of_numbers(columns);
    for (const Table& table : {dense, test::as_sparse(dense)}) {
      ASSERT_THAT(gathered(table, chosen), ElementsAreArray(expected)) << "trial " << trial;
    }
  }
}

}  // namespace
}  // namespace pauc
