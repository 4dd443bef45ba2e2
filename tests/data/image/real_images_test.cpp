// Real images, where PAUC_DATA names the folder that holds them: counts are those of the tables beside them.
#include <algorithm>
#include <map>

#include "pauc/core/io/csv.h"
#include "pauc/data/examples.h"
#include "pauc/data/image/encoding.h"
#include "pauc/data/split_examples.h"
#include "support/real_data.h"

namespace pauc {
namespace {

class RealImages : public test::RealDataTest {};

std::int64_t positives_in(const Examples& examples, const std::vector<std::int64_t>& rows) {
  return std::count_if(rows.begin(), rows.end(), [&](std::int64_t row) { return examples.facts.labels[row] == 1; });
}

TEST_F(RealImages, Ham10000HasThePartsOfItsTable) {
  DataOptions options;
  options.path = folder_ + "/img/ham10000_32.bin.gz";
  options.table = folder_ + "/img/ham10000.csv";
  options.records = "3x32x32";
  options.label = "melanoma";
  options.split = "split";
  options.group = "lesion_id";
  options.id = "image_id";
  const Examples examples = load_examples(options);
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> counts;
  std::vector<std::string> ids;
  CsvReader csv(options.table, {});
  const std::size_t split_column = csv.column("split"), label = csv.column("melanoma"), id = csv.column("image_id");
  while (csv.next()) {
    auto& [rows, positives] = counts[std::string(csv.field(split_column))];
    ++rows;
    positives += csv.field(label) == "1" ? 1 : 0;
    ids.emplace_back(csv.field(id));
  }
  EXPECT_EQ(examples.rows(), 7017);
  EXPECT_EQ(examples.content.images.count, 7017);
  EXPECT_EQ(examples.facts.ids, ids);
  const SplitRows split = split_examples(examples, options);
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    const auto& [rows, positives] = counts.at(part_name(part));
    EXPECT_EQ(static_cast<std::int64_t>(split.of(part).size()), rows);
    EXPECT_EQ(positives_in(examples, split.of(part)), positives);
  }
}

TEST_F(RealImages, ThatTheTableSaysWhatTheRecordsSay) {
  DataOptions options;
  options.path = folder_ + "/img/ham10000_32.bin.gz";
  options.records = "3x32x32";
  const Examples own = load_examples(options);
  options.table = folder_ + "/img/ham10000.csv";
  options.label = "melanoma";
  EXPECT_EQ(load_examples(options).facts.labels, own.facts.labels);
  // Skin is red before it is anything else.
  const ImageEncoding encoding = fit_image_encoding(own.content.images, std::vector<std::int64_t>{0, 1, 2, 3, 4, 5}, 1);
  EXPECT_GT(encoding.mean[0], encoding.mean[1]);
  EXPECT_GT(encoding.mean[0], encoding.mean[2]);
}

TEST_F(RealImages, PneumoniaIsGreyWithATestFileOfItsOwn) {
  DataOptions options;
  options.path = folder_ + "/img/pneumoniamnist_train.bin.gz";
  options.test = folder_ + "/img/pneumoniamnist_test.bin.gz";
  options.records = "1x28x28";
  const Examples examples = load_examples(options);
  const SplitRows split = split_examples(examples, options);
  EXPECT_EQ(examples.rows(), 4708 + 624);
  EXPECT_EQ(split.of(Part::test).size(), 624U);
  EXPECT_EQ(positives_in(examples, split.of(Part::test)), 390);
  // 942 would be a fifth; equal images stay in one part.
  EXPECT_EQ(split.of(Part::valid).size(), 943U);
  EXPECT_THAT(examples.notes, testing::Contains(testing::HasSubstr("rows have the image of an earlier row")));
}

}  // namespace
}  // namespace pauc
