#include "pauc/data/preprocessing.h"

#include <nlohmann/json.hpp>

#include "support/refusals.h"

namespace pauc {
namespace {

using nlohmann::json;
using test::refusal_of;
using testing::HasSubstr;

Content some_images() {
  Content content;
  content.kind = InputKind::image;
  content.column = "file";
  content.images = images_in_memory({3, 1, 2}, {0, 10, 7, 255, 30, 7, 51, 20, 7, 0, 20, 7});
  return content;
}

Preprocessing fitted(const Content& content) {
  std::vector<std::string> notes;
  const std::vector<std::int64_t> rows = {0, 1};
  Preprocessing preprocessing = fit_preprocessing(content, rows, {}, notes);
  preprocessing.image = fit_image_encoding(content.images, rows, 1);
  return preprocessing;
}

TEST(PreprocessingOfImages, KeepsColumnSizeMeanAndDeviation) {
  const Preprocessing preprocessing = fitted(some_images());
  const json written = json::parse(preprocessing_json(preprocessing));
  EXPECT_EQ(written.at("columns"), json::array());
  EXPECT_EQ(written.at("image").at("column"), "file");
  EXPECT_EQ(written.at("image").at("size"), json({3, 1, 2}));
  EXPECT_EQ(written.at("image").at("mean").size(), 3U);
  EXPECT_EQ(written.at("image").at("deviation")[2], 1);
  EXPECT_EQ(written.at("image").size(), 4U);
}

TEST(PreprocessingOfImages, ReadsBackToTheSameBits) {
  Content content = some_images();
  content.table.rows = 2;
  content.table.columns = {{"age", Column::Kind::number, {}}};
  content.table.values = DenseValues{{{1, 2}}};
  const Preprocessing before = fitted(content);
  const Preprocessing read = preprocessing_from_json(preprocessing_json(before), "card");
  EXPECT_EQ(read.kind, InputKind::image);
  EXPECT_EQ(read.column, "file");
  EXPECT_EQ(read.image.size, content.images.size);
  EXPECT_EQ(read.image.mean, before.image.mean);
  EXPECT_EQ(read.image.deviation, before.image.deviation);
  EXPECT_EQ(read.width(), before.width());
  EXPECT_EQ(preprocessing_json(read), preprocessing_json(before));
}

TEST(PreprocessingOfImages, HostileTextIsRefused) {
  const json good = json::parse(preprocessing_json(fitted(some_images())));
  const auto refusal = [](const json& text) {
    return refusal_of([&] { preprocessing_from_json(text.dump(), "card"); });
  };
  EXPECT_EQ(refusal(good), "");
  json bad = good;
  bad["image"].erase("column");
  EXPECT_THAT(refusal(bad), HasSubstr("card: expected the name of a column as image.column"));
  bad = good;
  bad["image"]["size"][1] = 100000;
  EXPECT_THAT(refusal(bad), HasSubstr("card.image.size: expected channels"));
  bad = good;
  bad["image"] = 7;
  EXPECT_NE(refusal(bad), "");
  bad = good;
  bad["more"] = 1;
  EXPECT_NE(refusal(bad), "");
  bad = good;
  bad.erase("columns");
  EXPECT_NE(refusal(bad), "");
}

TEST(PreprocessingOfImages, FitsImagesOfTheSameSizeOnly) {
  const Preprocessing preprocessing = fitted(some_images());
  Content other = some_images();
  EXPECT_EQ(refusal_of([&] { require_fits(preprocessing, other, "run"); }), "");
  other.images = images_in_memory({1, 1, 2}, {1, 2});
  EXPECT_THAT(refusal_of([&] { require_fits(preprocessing, other, "run"); }),
              HasSubstr("run: was trained on images of 3x1x2, got 1x1x2"));
  EXPECT_THAT(refusal_of([&] { require_fits(preprocessing, Content(), "run"); }),
              HasSubstr("run: was trained on data of kind image, got table"));
}

}  // namespace
}  // namespace pauc
