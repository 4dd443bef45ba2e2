#include "pauc/data/table/npy_table.h"

#include <cmath>

#include "data/table/npy_files.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::npy_of;
using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;

const double kNan = std::nan("");

class NpyTable : public testing::Test {
 protected:
  Examples load(const std::vector<std::vector<double>>& rows) {
    options_.path = folder_.file("t.npy", npy_of(rows));
    return npy_kind().load(options_);
  }
  Examples load_with_table(const std::string& table) {
    options_.table = folder_.file("facts.csv", table);
    return load({{1, 2}, {3, 4}, {5, 6}});
  }

  test::TemporaryFolder folder_;
  DataOptions options_;
};

const std::vector<std::vector<float>>& columns_of(const Examples& examples) {
  return std::get<DenseValues>(examples.content.table.values).columns;
}

TEST_F(NpyTable, TheLabelIsTheLastColumn) {
  const Examples examples = load({{1, 2, 0}, {3, 4, 1}, {5, 6, 0}});
  EXPECT_THAT(columns_of(examples), ElementsAre(ElementsAre(1, 3, 5), ElementsAre(2, 4, 6)));
  EXPECT_THAT(examples.facts.labels, ElementsAre(0, 1, 0));
  EXPECT_EQ(examples.facts.positive, "1");
  EXPECT_EQ(examples.kind, "npy");
}

TEST_F(NpyTable, TheLabelMayBeAnotherColumnAndACut) {
  options_.label = "1";
  options_.positive = ">=3";
  const Examples examples = load({{1, 2, 0}, {3, 4, 1}, {5, 6, 0}});
  EXPECT_THAT(examples.facts.labels, ElementsAre(0, 1, 1));
  EXPECT_EQ(examples.content.table.columns[0].name, "2");
  EXPECT_THAT(columns_of(examples)[0], ElementsAre(2, 4, 6));
}

TEST_F(NpyTable, ANanLabelMeansUnlabelledAndTheOthersKeepTheirs) {
  EXPECT_THAT(load({{1, 0}, {2, kNan}, {3, 1}, {4, -kNan}, {5, 0}, {6, 1}}).facts.labels,
              ElementsAre(0, kUnlabelled, 1, kUnlabelled, 0, 1));
}

TEST_F(NpyTable, ATestFileMustHaveTheSameFeatures) {
  options_.test = folder_.file("test.npy", npy_of({{7, 8, 1}}));
  const Examples examples = load({{1, 2, 0}, {3, 4, 1}});
  EXPECT_THAT(examples.facts.parts, ElementsAre(Part::test));
  EXPECT_THAT(columns_of(examples)[0], ElementsAre(1, 3, 7));
  EXPECT_THAT(examples.facts.labels, ElementsAre(0, 1, 1));
  options_.test = folder_.file("test.npy", npy_of({{7, 1}}));
  EXPECT_THAT(refusal_of([&] { load({{1, 2, 0}, {3, 4, 1}}); }), HasSubstr("expected 2 features as in"));
}

TEST_F(NpyTable, FactsMayStandInATableBesideIt) {
  options_.label = "y";
  options_.id = "id";
  options_.group = "g";
  options_.split = "part";
  const Examples examples = load_with_table("id,y,g,part\na,1,p,train\nb,0,q,valid\nc,0,p,test\n");
  EXPECT_THAT(columns_of(examples), ElementsAre(ElementsAre(1, 3, 5), ElementsAre(2, 4, 6)));
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 0, 0));
  EXPECT_THAT(examples.facts.ids, ElementsAre("a", "b", "c"));
  EXPECT_THAT(examples.facts.groups, ElementsAre(0, 1, 0));
  EXPECT_THAT(examples.facts.parts, ElementsAre(Part::train, Part::valid, Part::test));
  EXPECT_THAT(examples.files, ElementsAre(options_.path, options_.table));
}

TEST_F(NpyTable, ATableWithTooFewOrTooManyRowsIsRefused) {
  EXPECT_THAT(refusal_of([&] { load_with_table("y\n1\n0\n"); }),
              HasSubstr("facts.csv: expected one row per record, got fewer rows than"));
  EXPECT_THAT(refusal_of([&] { load_with_table("y\n1\n0\n1\n0\n"); }),
              HasSubstr("facts.csv: expected one row per record, got more rows than"));
}

TEST_F(NpyTable, WhatNeedsATableIsRefusedWithoutOne) {
  options_.id = "id";
  EXPECT_THAT(refusal_of([&] { load({{1, 0}, {2, 1}}); }, Fault::usage), HasSubstr("need a table (CSV file)"));
  options_.id.clear();
  options_.split = "part";
  EXPECT_THAT(refusal_of([&] { load({{1, 0}, {2, 1}}); }, Fault::usage), HasSubstr("need a table (CSV file)"));
}

TEST_F(NpyTable, ATableAndATestFileTogetherAreRefused) {
  options_.test = folder_.file("test.npy", npy_of({{7, 1}}));
  EXPECT_THAT(refusal_of([&] { load_with_table("y\n1\n0\n1\n"); }, Fault::usage), HasSubstr("got test as well"));
}

}  // namespace
}  // namespace pauc
