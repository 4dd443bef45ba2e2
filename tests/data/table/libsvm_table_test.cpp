#include "pauc/data/table/libsvm_table.h"

#include <numeric>

#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;

class LibsvmTable : public testing::Test {
 protected:
  Examples load(std::string_view content) {
    options_.path = folder_.file("t.svm", content);
    return libsvm_kind().load(options_);
  }

  test::TemporaryFolder folder_;
  DataOptions options_;
};

// All rows, each with a value a column.
std::vector<std::vector<float>> rows_of(const Examples& examples) {
  const auto& table = examples.content.table;
  std::vector<std::int64_t> all(static_cast<std::size_t>(table.rows));
  std::iota(all.begin(), all.end(), 0);
  std::vector<std::vector<float>> rows(all.size());
  for_each_column(table, all, [&](std::int64_t, Span<const float> values) {
    for (const std::int64_t row : all) rows[row].push_back(values[row]);
  });
  return rows;
}

TEST_F(LibsvmTable, StaysSparseAndNamesFeaturesByTheirIndex) {
  const Examples examples = load("+1 1:0.5 3:2\n-1 2:7\n-1\n");
  const auto& table = examples.content.table;
  EXPECT_TRUE(std::holds_alternative<SparseValues>(table.values));
  EXPECT_EQ(table.columns.back().name, "3");
  EXPECT_THAT(rows_of(examples), ElementsAre(ElementsAre(0.5F, 0, 2), ElementsAre(0, 7, 0), ElementsAre(0, 0, 0)));
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 0, 0));
}

TEST_F(LibsvmTable, ATestFileMayHaveMoreOrFewerFeatures) {
  options_.test = folder_.file("test.svm", "1 4:9\n-1 1:1\n");
  const Examples examples = load("1 1:1 2:2\n-1 2:3\n");
  EXPECT_THAT(rows_of(examples), ElementsAre(ElementsAre(1, 2, 0, 0), ElementsAre(0, 3, 0, 0), ElementsAre(0, 0, 0, 9),
                                             ElementsAre(1, 0, 0, 0)));
  EXPECT_THAT(examples.facts.parts, ElementsAre(Part::test, Part::test));
  EXPECT_THAT(examples.facts.numbers, ElementsAre(1, 2, 1, 2));
}

TEST_F(LibsvmTable, ManyClassesBecomeTwo) {
  options_.positive_classes = "5-9";
  EXPECT_THAT(load("5 1:1\n3 1:1\n9 1:1\n").facts.labels, ElementsAre(1, 0, 1));
}

TEST_F(LibsvmTable, FactsMayStandInATableBesideIt) {
  options_.table = folder_.file("facts.csv", "y,w\n1,2\n0,1\n");
  options_.label = "y";
  options_.weight = "w";
  const Examples examples = load("0 1:1\n0 1:2\n");
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 0));
  EXPECT_THAT(examples.facts.weights, ElementsAre(2, 1));
}

TEST_F(LibsvmTable, RefusesToChooseFeaturesAndFilesWithoutAny) {
  EXPECT_THAT(refusal_of([&] { load("1\n-1\n"); }), HasSubstr("t.svm: expected features, got none"));
  options_.features = "1";
  EXPECT_THAT(refusal_of([&] { load("1 1:1\n-1 1:2\n"); }, Fault::usage), HasSubstr("no columns to choose from"));
}

}  // namespace
}  // namespace pauc
