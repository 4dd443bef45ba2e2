#include "pauc/data/image/records.h"

#include "data/image/record_files.h"
#include "pauc/data/registry.h"
#include "pauc/data/split_examples.h"
#include "support/refusals.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::bytes_at;
using test::records_of;
using test::refusal_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr ImageSize kSize{3, 1, 2};  // records of 7 bytes

class RecordFiles : public testing::Test {
 protected:
  RecordFiles() { options_.records = "3x1x2"; }
  Examples load(const std::string& name, const std::string& content) {
    options_.path = folder_.file(name, content);
    return load_examples(options_);
  }
  std::string refusal(const std::string& content, Fault fault = Fault::data) {
    return refusal_of([&] { load("r.bin", content); }, fault);
  }
  test::TemporaryFolder folder_;
  DataOptions options_;
};

TEST_F(RecordFiles, ImagesComeOutWithTheirChannelsTogether) {
  const Examples examples = load("r", records_of({0, 1, 0}, kSize));
  EXPECT_EQ(examples.kind, "records");
  EXPECT_EQ(examples.content.kind, InputKind::image);
  EXPECT_EQ(examples.content.images.size, kSize);
  EXPECT_EQ(examples.content.images.count, 3);
  EXPECT_THAT(bytes_at(examples.content.images, 0), ElementsAre(0, 100, 200, 1, 101, 201));
  EXPECT_THAT(bytes_at(examples.content.images, 2), ElementsAre(2, 102, 202, 3, 103, 203));
  EXPECT_THAT(examples.facts.labels, ElementsAre(0, 1, 0));
  EXPECT_THAT(examples.facts.numbers, ElementsAre(1, 2, 3));
}

TEST_F(RecordFiles, MayBeGzippedAndGrey) {
  options_.records = "1x1x2";
  options_.path = folder_.gzipped("g.bin.gz", records_of({1, 0}, {1, 1, 2}));
  const Examples examples = load_examples(options_);
  EXPECT_THAT(bytes_at(examples.content.images, 1), ElementsAre(1, 2));
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 0));
}

TEST_F(RecordFiles, ManyClassesAreMadeTwo) {
  options_.positive_classes = "5-9";
  EXPECT_THAT(load("r", records_of({0, 7, 5, 255}, kSize)).facts.labels, ElementsAre(0, 1, 1, 0));
}

TEST_F(RecordFiles, ASeparateTestFileIsTheTestPart) {
  options_.test = folder_.file("t.bin", records_of({1, 0}, kSize));
  const Examples examples = load("r.bin", records_of({0, 1, 0, 1, 1, 0, 0, 0}, kSize));
  EXPECT_EQ(examples.rows(), 10);
  const SplitRows split = split_examples(examples, options_);
  EXPECT_THAT(split.of(Part::test), ElementsAre(8, 9));
  EXPECT_THAT(examples.facts.numbers, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 1, 2));
}

TEST_F(RecordFiles, EverythingMayStandInATable) {
  options_.table = folder_.file("t.csv", "name,y,part,lesion\na,1,train,u\nb,0,test,u\nc,,valid,v\n");
  options_.label = "y";
  options_.id = "name";
  options_.split = "part";
  options_.group = "lesion";
  const Examples examples = load("r.bin", records_of({77, 78, 79}, kSize));
  EXPECT_THAT(examples.facts.labels, ElementsAre(1, 0, kUnlabelled));
  EXPECT_THAT(examples.facts.ids, ElementsAre("a", "b", "c"));
  EXPECT_THAT(examples.facts.groups, ElementsAre(0, 0, 1));
  EXPECT_THAT(examples.facts.parts, ElementsAre(Part::train, Part::test, Part::valid));
}

TEST_F(RecordFiles, ATableOfAnotherLengthIsRefused) {
  options_.label = "y";
  options_.table = folder_.file("few.csv", "y\n1\n0\n");
  EXPECT_THAT(refusal(records_of({0, 1, 1}, kSize)), HasSubstr("few.csv: expected one row per record, got fewer rows"));
  options_.table = folder_.file("many.csv", "y\n1\n0\n0\n1\n");
  EXPECT_THAT(refusal(records_of({0, 1, 1}, kSize)), HasSubstr("many.csv: expected one row per record, got more rows"));
}

TEST_F(RecordFiles, AFileThatEndsInsideARecordIsRefused) {
  const std::string records = records_of({0, 1, 1}, kSize);
  for (std::size_t left = 15; left < 21; ++left) {
    EXPECT_THAT(refusal(records.substr(0, left)),
                HasSubstr(joined("r.bin: record 3: expected 7 bytes, got ", left - 14)));
  }
  EXPECT_THAT(refusal(""), HasSubstr("r.bin: expected records of 7 bytes, got none"));
}

// Random bytes would have too many labels: that the size is wrong is the better thing to say.
TEST_F(RecordFiles, OfAnotherSizeThanIsSaidIsToldByTheLength) {
  std::string bytes;
  for (int k = 0; k < 7001; ++k) bytes += static_cast<char>(k * k % 251);
  EXPECT_THAT(refusal(bytes), HasSubstr("r.bin: record 1001: expected 7 bytes, got 1"));
}

TEST_F(RecordFiles, ADamagedArchiveIsRefused) {
  std::vector<int> many;
  for (int k = 0; k < 3000; ++k) many.push_back(k % 7 == 0 ? 1 : 0);
  const std::string packed = test::content_of(folder_.gzipped("r.gz", records_of(many, kSize)));
  EXPECT_THAT(refusal(packed.substr(0, packed.size() / 2)), HasSubstr("r.bin: the gzip data end too early"));
  std::string damaged = packed;
  damaged[packed.size() - 6] = static_cast<char>(damaged[packed.size() - 6] + 1);
  EXPECT_THAT(refusal(damaged), HasSubstr("r.bin: the gzip data are damaged"));
}

TEST_F(RecordFiles, OtherSizesAreRefused) {
  for (const char* size :
       {"3", "3x32", "2x8x8", "3x0x8", "3x8x1025", "3x8x8x8", "3x8x", "axbxc", "3x8.5x8", "3x-1x8", "1e99x1x1"}) {
    options_.records = size;
    EXPECT_THAT(refusal("", Fault::usage), AllOf(HasSubstr("records: expected channels (1 or 3)"), HasSubstr(size)))
        << size;
  }
  options_.records = "";
  EXPECT_THAT(refusal("", Fault::usage), HasSubstr("such as 3x32x32, got none"));
}

TEST_F(RecordFiles, OptionsThatMeanNothingHereAreRefused) {
  options_.features = "a";
  EXPECT_THAT(refusal("", Fault::usage), HasSubstr("records have no columns"));
  options_.features = "";
  options_.label = "y";
  EXPECT_THAT(refusal("", Fault::usage), HasSubstr("label: the label of records without a table is their first byte"));
}

TEST_F(RecordFiles, AreScoredInBlocks) {
  BlockOptions options;
  options.path = folder_.file("r.bin", records_of({0, 200, 1}, kSize));
  options.content = InputKind::image;
  options.image_size = kSize;
  options.rows = 2;
  std::vector<std::string> notes;
  const NextBlock next = open_blocks(options, {}, notes);
  Block block;
  ASSERT_TRUE(next(block));
  EXPECT_THAT(block.numbers, ElementsAre(1, 2));
  EXPECT_EQ(block.content.kind, InputKind::image);
  ASSERT_TRUE(next(block));
  EXPECT_THAT(block.numbers, ElementsAre(3));
  EXPECT_THAT(block.readable, ElementsAre(1));
  EXPECT_THAT(bytes_at(block.content.images, 0), ElementsAre(2, 102, 202, 3, 103, 203));
  EXPECT_FALSE(next(block));
  EXPECT_THAT(refusal_of([&] { open_blocks(options, {{"age"}}, notes); }), HasSubstr("columns beside the images"));
  options.id = "name";
  EXPECT_THAT(refusal_of([&] { open_blocks(options, {}, notes); }, Fault::usage), HasSubstr("records have no columns"));
}

}  // namespace
}  // namespace pauc
