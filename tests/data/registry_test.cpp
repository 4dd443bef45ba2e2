#include "pauc/data/registry.h"

#include <algorithm>
#include <cmath>

#include "data/table/npy_files.h"
#include "pauc/data/synthetic.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::HasSubstr;

Examples load(const std::string& path) {
  DataOptions options;
  options.path = path;
  return load_examples(options);
}

TEST(DatasetRegistry, EveryKindSaysHowItIsRecognisedAndLoaded) {
  for (const DatasetKind& kind : dataset_registry()) {
    EXPECT_NE(kind.name, "");
    EXPECT_NE(kind.summary, "") << kind.name;
    EXPECT_TRUE(bool{kind.recognises}) << kind.name;
    EXPECT_TRUE(bool{kind.load}) << kind.name;
  }
}

TEST(DatasetRegistry, KnowsTheKindByWhatAFileHolds) {
  const test::TemporaryFolder folder;
  const auto kind = [&](const std::string& path) { return dataset_kind("auto", path).name; };
  EXPECT_EQ(kind(folder.file("a", test::npy_of({{1, 0}, {2, 1}}))), "npy");
  EXPECT_EQ(kind(folder.gzipped("a.gz", test::npy_of({{1, 0}, {2, 1}}))), "npy");
  EXPECT_EQ(kind(folder.file("b.txt", "1 1:2 3:4\n-1 2:1\n")), "libsvm");
  EXPECT_EQ(kind(folder.gzipped("b.gz", "1 1:2 3:4\n-1 2:1\n")), "libsvm");
  EXPECT_EQ(kind(folder.file("c.svm", "1\n-1\n")), "libsvm");
  EXPECT_EQ(kind(folder.file("d", "a,y\n1,0\n2,1\n")), "csv");
  EXPECT_EQ(kind(folder.file("e", "a\ty\n1\t0\n2\t1\n")), "csv");
  EXPECT_EQ(kind("synthetic:binormal"), "synthetic");
}

// UTF-16 without a mark has zero bytes, as records of images have.
TEST(DatasetRegistry, TextStaysTextWithZeroBytes) {
  using namespace std::string_literals;
  const test::TemporaryFolder folder;
  EXPECT_EQ(load(folder.file("a.csv", "a\0,\0y\0\n\0001\0,\0000\0\n\0002\0,\0001\0\n\0"s)).rows(), 2);
  EXPECT_EQ(load(folder.file("b.csv", "\0a\0,\0y\0\n\0001\0,\0000\0\n\0002\0,\0001\0\n"s)).rows(), 2);
  EXPECT_THAT(refusal_of([&] { load(folder.file("c.csv", "a,y\n1,0\n2,1\n3,\0\n"s)); }),
              HasSubstr("expected text, got a zero byte"));
}

TEST(DatasetRegistry, TheKindThatWasAskedForCounts) {
  const test::TemporaryFolder folder;
  DataOptions options;
  options.path = folder.file("c.svm", "a,y\n1,0\n2,1\n");
  options.kind = "csv";
  EXPECT_EQ(load_examples(options).kind, "csv");
}

TEST(DatasetRegistry, AnUnknownKindIsRefusedWithTheNearestFirst) {
  EXPECT_THAT(refusal_of([] { dataset_kind("libsmv", "x"); }, Fault::usage),
              HasSubstr("kind: no \"libsmv\"; expected one of libsvm"));
}

TEST(DatasetRegistry, AFileThatIsNotThereIsRefusedAsMissing) {
  EXPECT_THAT(refusal_of([] { load("/nowhere/data.csv"); }, Fault::no_input), HasSubstr("/nowhere/data.csv"));
}

TEST(DatasetRegistry, MadeDataComeWithTheirLabels) {
  const Examples examples = load("synthetic:binormal,rows=500,positive_share=0.2,features=3,seed=4");
  const SyntheticData made =
      make_synthetic(synthetic_named("synthetic:binormal,rows=500,positive_share=0.2,features=3,seed=4"));
  EXPECT_EQ(examples.kind, "synthetic");
  EXPECT_EQ(examples.rows(), 500);
  EXPECT_EQ(std::count(examples.facts.labels.begin(), examples.facts.labels.end(), 1), 100);
  EXPECT_TRUE(std::equal(made.labels.begin(), made.labels.end(), examples.facts.labels.begin()));
  EXPECT_EQ(std::get<DenseValues>(examples.content.table.values).columns,
            std::get<DenseValues>(made.table.values).columns);
  EXPECT_EQ(examples.facts.numbers.back(), 500);
}

TEST(DatasetRegistry, MadeDataHaveNoTestFileAndNothingToScore) {
  DataOptions options;
  options.path = "synthetic:binormal";
  options.test = "test.csv";
  EXPECT_THAT(refusal_of([&] { load_examples(options); }, Fault::usage), HasSubstr("made data come without"));
  BlockOptions blocks;
  blocks.path = "synthetic:binormal";
  std::vector<std::string> notes;
  EXPECT_THAT(refusal_of([&] { open_blocks(blocks, {}, notes); }, Fault::usage), HasSubstr("expected a file to score"));
}

TEST(DatasetRegistry, AShareOfPositivesOutsideItsRangeIsRefused) {
  DataOptions options;
  options.path = "synthetic:binormal";
  for (const double share : {0.0, -1.0, 1.5, std::nan("")}) {
    options.keep_positive = share;
    EXPECT_THAT(refusal_of([&] { load_examples(options); }, Fault::usage), HasSubstr("keep_positive"));
  }
}

}  // namespace
}  // namespace pauc
