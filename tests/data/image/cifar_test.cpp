#include "pauc/data/image/cifar.h"

#include <filesystem>

#include "data/image/record_files.h"
#include "pauc/data/image/cifar_folder.h"
#include "pauc/data/registry.h"
#include "pauc/data/split_examples.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::bytes_at;
using test::record_of;
using test::records_of;
using test::refusal_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr ImageSize kSize{3, 32, 32};

class Cifar : public testing::Test {
 protected:
  Cifar() {
    options_.path = folder_.folder();
    options_.positive_classes = "5-9";
  }

  std::string in_folder(const std::string& name) {
    std::filesystem::create_directories(std::filesystem::path(folder_.path(name)).parent_path());
    return name;
  }
  // Batches of two images each, labels 0 to 9 and, for testing, 4 and 5.
  void write_ten(const std::string& inside = "") {
    for (int batch = 1; batch <= 5; ++batch) {
      folder_.file(in_folder(joined(inside, "data_batch_", batch, ".bin")),
                   record_of({2 * batch - 2}, kSize, 2 * batch - 2) + record_of({2 * batch - 1}, kSize, 2 * batch - 1));
    }
    folder_.file(in_folder(inside + "test_batch.bin"), record_of({4}, kSize, 10) + record_of({5}, kSize, 11));
  }
  void write_hundred(const std::string& inside = "") {
    std::string train;
    for (int fine = 0; fine < 100; ++fine) train += record_of({fine / 5, fine}, kSize, fine);
    folder_.file(in_folder(inside + "train.bin"), train);
    folder_.file(in_folder(inside + "test.bin"), record_of({1, 7}, kSize, 7) + record_of({10, 50}, kSize, 50));
  }
  std::string refusal(Fault fault = Fault::data) {
    return refusal_of([&] { load_examples(options_); }, fault);
  }

  test::TemporaryFolder folder_;
  DataOptions options_;
};

TEST_F(Cifar, TenHasFiveBatchesToLearnFromAndOneToTest) {
  write_ten();
  const Examples examples = load_examples(options_);
  EXPECT_EQ(examples.kind, "cifar");
  EXPECT_THAT(examples.files, ElementsAre(folder_.folder()));
  EXPECT_EQ(examples.rows(), 12);
  EXPECT_EQ(examples.content.kind, InputKind::image);
  EXPECT_EQ(examples.content.images.size, kSize);
  EXPECT_EQ(examples.content.images.count, 12);
  EXPECT_THAT(examples.facts.labels, ElementsAre(0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1));
  EXPECT_THAT(examples.facts.numbers, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  const auto bytes = bytes_at(examples.content.images, 1);
  EXPECT_THAT(std::vector<int>(bytes.begin(), bytes.begin() + 4), ElementsAre(1, 101, 201, 2));
}

TEST_F(Cifar, FractionsAreOfTheTrainingBatches) {
  write_ten();
  const Examples examples = load_examples(options_);
  const SplitRows split = split_examples(examples, options_);
  EXPECT_EQ(split.of(Part::train).size(), 8U);
  EXPECT_EQ(split.of(Part::valid).size(), 2U);
  EXPECT_THAT(split.of(Part::test), ElementsAre(10, 11));
  options_.fractions = "0.6,0.4";
  EXPECT_EQ(split_examples(examples, options_).of(Part::train).size(), 6U);
  options_.fractions = "0.8,0.1,0.1";
  EXPECT_THAT(refusal_of([&] { split_examples(examples, options_); }, Fault::usage),
              HasSubstr("fractions: expected shares of train and valid"));
}

TEST_F(Cifar, IsFoundInsideTheFolderOfItsArchiveAndGzipped) {
  write_ten("cifar-10-batches-bin/");
  std::filesystem::remove(folder_.path("cifar-10-batches-bin/data_batch_2.bin"));
  folder_.gzipped("cifar-10-batches-bin/data_batch_2.bin.gz", records_of({2, 9}, kSize));
  EXPECT_THAT(load_examples(options_).facts.labels, ElementsAre(0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 0, 1));
  options_.path = folder_.path("cifar-10-batches-bin");
  EXPECT_EQ(load_examples(options_).rows(), 12);
  const auto files = sources_of(options_);
  ASSERT_EQ(files.size(), 6U);
  EXPECT_THAT(files[1].name, HasSubstr("cifar-10-batches-bin/data_batch_2.bin.gz"));
  EXPECT_THAT(files[5].paths, ElementsAre(HasSubstr("test_batch.bin")));
}

TEST_F(Cifar, MissingBatchesAreNamed) {
  write_ten();
  std::filesystem::remove(folder_.path("data_batch_3.bin"));
  std::filesystem::remove(folder_.path("test_batch.bin"));
  const auto missing =
      HasSubstr("expected all batches of CIFAR-10 (.bin or .bin.gz), missing: data_batch_3.bin, test_batch.bin");
  EXPECT_THAT(refusal(Fault::no_input), missing);
  EXPECT_THAT(refusal_of([&] { sources_of(options_); }, Fault::no_input), missing);
}

TEST_F(Cifar, ATruncatedBatchIsRefusedWithItsRecord) {
  write_ten();
  folder_.file("data_batch_4.bin", records_of({1, 2}, kSize).substr(0, 3073 + 12));
  EXPECT_THAT(refusal(), HasSubstr("data_batch_4.bin: record 2: expected 3073 bytes, got 12"));
  folder_.file("data_batch_4.bin", "");
  EXPECT_THAT(refusal(), HasSubstr("data_batch_4.bin: expected records of 3073 bytes, got none"));
}

TEST_F(Cifar, ALabelBeyondItsClassesIsRefused) {
  write_ten();
  folder_.file("data_batch_4.bin", records_of({1, 10}, kSize));
  EXPECT_THAT(refusal(), HasSubstr("data_batch_4.bin: record 2: expected a label from 0 to 9, got 10"));
}

TEST_F(Cifar, WhichClassesArePositiveHasToBeSaid) {
  write_ten();
  options_.positive_classes = "";
  EXPECT_THAT(refusal(Fault::usage), AllOf(HasSubstr("CIFAR-10 has 10 classes"), HasSubstr("such as 5-9")));
  options_.positive = "3";
  EXPECT_THAT(load_examples(options_).facts.labels, ElementsAre(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST_F(Cifar, HundredHasFineAndCoarseLabels) {
  write_hundred("cifar-100-binary/");
  options_.positive_classes = "";
  EXPECT_THAT(refusal(Fault::usage), AllOf(HasSubstr("CIFAR-100 has 100 classes"), HasSubstr("such as 50-99")));
  options_.positive_classes = "50-99";
  const Examples fine = load_examples(options_);
  EXPECT_EQ(fine.rows(), 102);
  EXPECT_EQ(std::count(fine.facts.labels.begin(), fine.facts.labels.end(), 1), 51);
  EXPECT_THAT(split_examples(fine, options_).of(Part::test), ElementsAre(100, 101));
  options_.label = "coarse";
  options_.positive_classes = "1";
  const Examples coarse = load_examples(options_);
  EXPECT_EQ(std::count(coarse.facts.labels.begin(), coarse.facts.labels.end(), 1), 6);
  EXPECT_EQ(coarse.facts.labels[100], 1);
  EXPECT_EQ(bytes_at(coarse.content.images, 100)[0], 7);
  options_.positive_classes = "";
  EXPECT_THAT(refusal(Fault::usage), HasSubstr("such as 10-19"));
  options_.label = "corse";
  EXPECT_THAT(refusal(Fault::usage), HasSubstr("label: CIFAR-100 has coarse, fine, and no table"));
}

TEST_F(Cifar, ATableMayGiveIdsAndGroupsBesideTheLabels) {
  write_ten();
  std::string table = "name,lesion\n";
  for (int row = 0; row < 12; ++row) table += joined("n", row, ",g", row / 3, "\n");
  options_.table = folder_.file("t.csv", table);
  options_.id = "name";
  options_.group = "lesion";
  const Examples examples = load_examples(options_);
  EXPECT_THAT(examples.facts.labels, ElementsAre(0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 1));
  EXPECT_EQ(examples.facts.ids[11], "n11");
  EXPECT_THAT(examples.facts.groups, ElementsAre(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3));
  EXPECT_THAT(split_examples(examples, options_).of(Part::test), ElementsAre(10, 11));
  EXPECT_EQ(examples.files.back(), options_.table);
  options_.table = folder_.file("few.csv", table.substr(0, table.size() - 7));
  EXPECT_THAT(refusal(), HasSubstr("few.csv: expected one row per record, got fewer rows"));
  options_.table = folder_.file("many.csv", table + "n12,g4\n");
  EXPECT_THAT(refusal(), HasSubstr("many.csv: expected one row per record, got more rows"));
}

TEST_F(Cifar, OrTheLabelItself) {
  write_ten();
  options_.table = folder_.file("t.csv", "tame\n1\n0\n0\n0\n1\n0\n0\n1\n0\n0\n1\n0\n");
  options_.label = "tame";
  options_.positive_classes = "";
  EXPECT_THAT(load_examples(options_).facts.labels, ElementsAre(1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0));
}

TEST_F(Cifar, OptionsThatMeanNothingHereAreRefused) {
  write_ten();
  options_.test = "more.bin";
  EXPECT_THAT(refusal(Fault::usage), HasSubstr("a folder of CIFAR-10 comes without test"));
  options_.test = "";
  options_.label = "y";
  EXPECT_THAT(refusal(Fault::usage), HasSubstr("no table is given for other labels, got y"));
}

TEST_F(Cifar, AnotherFolderIsRefused) {
  EXPECT_THAT(refusal(Fault::no_input), HasSubstr("got a folder"));
  options_.kind = "cifar";
  EXPECT_THAT(refusal(Fault::no_input), HasSubstr("got none of them"));
}

TEST_F(Cifar, IsScoredFileByFile) {
  write_ten();
  BlockOptions options;
  options.path = folder_.folder();
  options.content = InputKind::image;
  options.image_size = kSize;
  options.rows = 5;
  std::vector<std::string> notes;
  const NextBlock next = open_blocks(options, {}, notes);
  std::vector<std::int64_t> numbers;
  std::vector<int> first_bytes;
  for (Block block; next(block);) {
    numbers.insert(numbers.end(), block.numbers.begin(), block.numbers.end());
    for (std::int64_t row = 0; row < block.content.images.count; ++row) {
      first_bytes.push_back(bytes_at(block.content.images, row)[0]);
    }
  }
  EXPECT_THAT(numbers, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
  EXPECT_THAT(first_bytes, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
  options.image_size = {1, 28, 28};
  EXPECT_THAT(refusal_of([&] { open_blocks(options, {}, notes); }),
              HasSubstr("expected images of 1x28x28 as in training, CIFAR-10 has 3x32x32"));
}

}  // namespace
}  // namespace pauc
