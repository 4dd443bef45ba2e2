#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include "pauc/data/inputs.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr ImageSize kSize{3, 4, 5};

Examples some_images(const ImageSize& size = kSize, std::uint64_t seed = 1) {
  constexpr std::int64_t kCount = 40;
  Random random(seed);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(kCount * size.bytes()));
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
  Examples examples;
  examples.files = {"images"};
  examples.content.kind = InputKind::image;
  examples.content.images = images_in_memory(size, std::move(bytes));
  for (std::int64_t row = 0; row < kCount; ++row) examples.facts.labels.push_back(row % 2 == 0 ? 1 : 0);
  return examples;
}

const std::vector<std::int64_t> kTrainRows = {0, 1, 2, 3, 4, 5};
const std::vector<std::int64_t> kRows = {7, 0, 39};

Inputs fitted(const Examples& examples, const InputOptions& options = {{}, {{true, true}, 2}}) {
  std::vector<std::string> notes;
  return fit_inputs(examples, kTrainRows, options, notes);
}

TEST(ImageBatch, HasChannelsFirstInShapeAndLastInMemory) {
  const Examples examples = some_images();
  const Inputs inputs = fitted(examples);
  EXPECT_EQ(inputs.shape.kind, InputKind::image);
  EXPECT_THAT(inputs.shape.sizes, ElementsAre(0, 3, 4, 5));
  const Batch batch = inputs.gather(kRows, nullptr);
  EXPECT_FALSE(batch.features.defined());
  EXPECT_EQ(batch.images.sizes(), at::IntArrayRef({3, 3, 4, 5}));
  EXPECT_TRUE(batch.images.is_contiguous(at::MemoryFormat::ChannelsLast));
}

TEST(ImageBatch, HoldsTheNumbersOfItsPixels) {
  const Examples examples = some_images();
  const ImageEncoding encoding = fit_image_encoding(examples.content.images, kTrainRows, 1);
  const Batch batch = fitted(examples).gather(kRows, nullptr);
  for (std::int64_t k = 0; k < 3; ++k) {
    const ImageBytes image = examples.content.images.at(kRows[static_cast<std::size_t>(k)]);
    for (std::int64_t place = 0; place < kSize.bytes(); ++place) {
      const std::int64_t c = place % 3, x = place / 3 % 5, y = place / 15;
      const double number = (image.get()[place] / 255.0 - encoding.mean[c]) / encoding.deviation[c];
      EXPECT_EQ(batch.images[k][c][y][x].item<float>(), static_cast<float>(number));
    }
  }
}

TEST(ImageBatch, IsVariedWithNoiseOnly) {
  const Examples examples = some_images();
  const Inputs inputs = fitted(examples);
  Random noise(3), same(3);
  const at::Tensor plain = inputs.gather(kRows, nullptr).images;
  const at::Tensor varied = inputs.gather(kRows, &noise).images;
  EXPECT_FALSE(at::equal(plain, varied));
  EXPECT_TRUE(at::equal(inputs.gather(kRows, &same).images, varied));
  const Inputs without = fitted(examples, {{}, {{false, false}, 2}});
  EXPECT_TRUE(at::equal(without.gather(kRows, &noise).images, plain));
}

TEST(ImageBatch, OfAnotherRunsCardIsEncodedByItAndVariedAsAsked) {
  const Examples examples = some_images();
  const Inputs first = fitted(examples);
  const Examples others = some_images(kSize, 2);
  const Inputs again = inputs_from(others, first.preprocessing, "run", {{}, {{false, true}, 2}});
  EXPECT_EQ(again.preprocessing, first.preprocessing);
  EXPECT_EQ(again.shape.sizes, first.shape.sizes);
  EXPECT_FALSE(at::equal(again.gather(kRows, nullptr).images, fitted(others).gather(kRows, nullptr).images))
      << "by the mean of the other run";
  const at::Tensor plain = again.gather(kRows, nullptr).images;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    Random noise(seed);
    const at::Tensor varied = again.gather(kRows, &noise).images;
    for (std::int64_t k = 0; k < 3; ++k) {
      EXPECT_TRUE(at::equal(varied[k], plain[k]) || at::equal(varied[k], plain[k].flip(2)));
    }
  }
  EXPECT_THAT(refusal_of([&] {
                inputs_from(some_images({1, 4, 5}), first.preprocessing, "run", {});
              }),
              HasSubstr("run: was trained on images of 3x4x5, got 1x4x5"));
}

TEST(ImageBatch, ABorderAsWideAsTheImagesIsRefused) {
  const Examples examples = some_images();
  EXPECT_THAT(refusal_of([&] { fitted(examples, {{}, {{true, false}, 4}}); }, Fault::usage), HasSubstr("crop_pad"));
}

}  // namespace
}  // namespace pauc
