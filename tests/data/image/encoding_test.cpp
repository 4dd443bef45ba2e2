#include "pauc/data/image/encoding.h"

#include <cmath>

#include "support/refusals.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::int64_t> all_rows(const Images& images) {
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < images.count; ++row) rows.push_back(row);
  return rows;
}

Images random_images(const ImageSize& size, std::int64_t count, std::uint64_t seed = 1) {
  Random random(seed);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count * size.bytes()));
  for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random.below(256));
  return images_in_memory(size, std::move(bytes));
}

// Numbers are the bytes themselves.
ImageEncoding plain(const ImageSize& size) {
  const auto channels = static_cast<std::size_t>(size.channels);
  return {size, std::vector<double>(channels, 0), std::vector<double>(channels, 1.0 / 255)};
}

std::vector<float> encoded(const Images& images, const ImageEncoding& encoding, const Augmentation& augmentation = {},
                           Random* noise = nullptr, int threads = 1) {
  std::vector<float> out(static_cast<std::size_t>(images.count * images.size.bytes()), -99);
  encode_images(images, all_rows(images), encoding, augmentation, noise, threads, out.data());
  return out;
}

// By definition: the pixel of the padded image, which is black outside.
float pixel(const Images& images, std::int64_t row, std::int64_t y, std::int64_t x, std::int64_t c) {
  const ImageSize& size = images.size;
  if (y < 0 || x < 0 || y >= size.height || x >= size.width) return 0;
  return images.at(row).get()[(y * size.width + x) * size.channels + c];
}

TEST(ImageEncoding, MeanAndDeviationAreThoseOfEachChannelOverTheTrainingImages) {
  const Images images = images_in_memory({3, 1, 2}, {0, 10, 7, 255, 30, 7, 51, 20, 7, 0, 20, 7, 9, 9, 9, 9, 9, 9});
  const ImageEncoding fitted = fit_image_encoding(images, std::vector<std::int64_t>{0, 1}, 1);
  EXPECT_EQ(fitted.size, images.size);
  ASSERT_EQ(fitted.mean.size(), 3U);
  EXPECT_DOUBLE_EQ(fitted.mean[0], 306.0 / 4 / 255);
  EXPECT_DOUBLE_EQ(fitted.mean[1], 20.0 / 255);
  EXPECT_DOUBLE_EQ(fitted.mean[2], 7.0 / 255);
  EXPECT_DOUBLE_EQ(fitted.deviation[0], std::sqrt((255.0 * 255 + 51 * 51) / 4 - 76.5 * 76.5) / 255);
  EXPECT_DOUBLE_EQ(fitted.deviation[1], std::sqrt(50.0) / 255);
  EXPECT_EQ(fitted.deviation[2], 1) << "always the same: there is nothing to divide by";
}

TEST(ImageEncoding, IsTheSameToTheBitForAnyNumberOfThreads) {
  const Images images = random_images({3, 5, 7}, 1000);
  const ImageEncoding one = fit_image_encoding(images, all_rows(images), 1);
  const ImageEncoding four = fit_image_encoding(images, all_rows(images), 4);
  double sum = 0;
  for (std::int64_t place = 2; place < images.count * images.size.bytes(); place += 3) sum += images.at(0).get()[place];
  EXPECT_DOUBLE_EQ(one.mean[2], sum / (1000 * 35) / 255);
  EXPECT_EQ(one.mean, four.mean);
  EXPECT_EQ(one.deviation, four.deviation);
  Random noise(3), same_noise(3);
  EXPECT_EQ(encoded(images, one, {2, true}, &noise, 1), encoded(images, one, {2, true}, &same_noise, 4));
  EXPECT_EQ(noise.state(), same_noise.state());
}

TEST(ImageEncoding, WithoutNoiseImagesAreAsTheyAre) {
  for (const std::int64_t channels : {1, 3}) {
    const Images images = random_images({channels, 4, 6}, 9);
    ImageEncoding encoding = plain(images.size);
    encoding.mean[0] = 0.25;
    encoding.deviation[0] = 0.5;
    const auto out = encoded(images, encoding, {3, true});
    for (std::size_t k = 0; k < out.size(); ++k) {
      const std::size_t c = k % static_cast<std::size_t>(channels);
      const double byte = images.at(0).get()[k];
      EXPECT_EQ(out[k], static_cast<float>((byte / 255 - encoding.mean[c]) / encoding.deviation[c]));
    }
  }
}

TEST(ImageEncoding, CropsAndFlipsAreDrawnImageByImage) {
  for (const Augmentation augmentation : {Augmentation{2, true}, Augmentation{3, false}, Augmentation{0, true}}) {
    const Images images = random_images({3, 4, 6}, 200);
    Random noise(5), draws(5);
    const auto out = encoded(images, plain(images.size), augmentation, &noise);
    const float* at = out.data();
    for (std::int64_t row = 0; row < images.count; ++row) {
      const auto places = static_cast<std::uint32_t>(2 * augmentation.pad + 1);
      const std::int64_t down = augmentation.pad > 0 ? draws.below(places) - augmentation.pad : 0;
      const std::int64_t right = augmentation.pad > 0 ? draws.below(places) - augmentation.pad : 0;
      const bool flipped = augmentation.flip && draws.below(2) == 1;
      for (std::int64_t y = 0; y < 4; ++y) {
        for (std::int64_t x = 0; x < 6; ++x) {
          for (std::int64_t c = 0; c < 3; ++c) {
            ASSERT_NEAR(*at++, pixel(images, row, y + down, (flipped ? 5 - x : x) + right, c), 1e-4)
                << row << " " << y << " " << x << " " << c;
          }
        }
      }
    }
    EXPECT_EQ(noise.state(), draws.state());
  }
}

TEST(ImageEncoding, TheBorderIsBlackNotZero) {
  const Images images = images_in_memory({1, 2, 2}, std::vector<std::uint8_t>(400, 200));
  const ImageEncoding encoding{images.size, {0.5}, {0.25}};
  Random noise(1);
  const auto out = encoded(images, encoding, {1, false}, &noise);
  EXPECT_NE(std::count(out.begin(), out.end(), -2.0F), 0);
  const auto light = static_cast<float>((200.0 / 255 - 0.5) / 0.25);
  EXPECT_EQ(std::count(out.begin(), out.end(), -2.0F) + std::count(out.begin(), out.end(), light), 400);
}

TEST(ImageEncoding, ImagesOfAnotherSizeAreRefused) {
  const Images images = random_images({3, 4, 4}, 2);
  EXPECT_THAT(refusal_of([&] { encoded(images, plain({3, 4, 5})); }), HasSubstr("expected images of 3x4x5, got 3x4x4"));
  EXPECT_THAT(refusal_of([&] { fit_image_encoding(images, {}, 1); }), HasSubstr("expected some to learn from"));
}

AugmentationOptions augmentation_named(const std::string& words, std::int64_t pad) {
  return read_settings({{"augment", words}, {"crop_pad", std::to_string(pad)}}, kAugmentationFields, "data");
}

TEST(Augmentation, IsSaidInWords) {
  const auto augmentation = [](const char* words, std::int64_t pad = 4) {
    return augmentation_of(augmentation_named(words, pad), {3, 32, 32});
  };
  for (const char* words : {"crop,flip", "crop", "flip", "none"}) {
    EXPECT_EQ(setting_text(augmentation_named(words, 4).augment), words);
  }
  EXPECT_EQ(augmentation("crop,flip").pad, 4);
  EXPECT_TRUE(augmentation("crop,flip").flip);
  EXPECT_TRUE(augmentation("flip, crop").flip);
  EXPECT_EQ(augmentation("crop", 2).pad, 2);
  EXPECT_FALSE(augmentation("crop").flip);
  EXPECT_EQ(augmentation("flip").pad, 0);
  EXPECT_TRUE(augmentation("flip").flip);
  EXPECT_EQ(augmentation("none").pad, 0);
  EXPECT_FALSE(augmentation("none").flip);
}

TEST(Augmentation, RefusesOtherWordsAndWideBorders) {
  const auto refusal = [](const char* words, std::int64_t pad = 4) {
    return refusal_of([&] { augmentation_of(augmentation_named(words, pad), {3, 12, 32}); }, Fault::usage);
  };
  for (const char* words : {"", "crop,", "crops", "crop,none", "none,none", "crop,crop", "flip,flip", "crop flip"}) {
    EXPECT_THAT(refusal(words),
                HasSubstr(std::string("augment: expected crop, flip, crop,flip or none, got \"") + words))
        << words;
  }
  for (const std::int64_t pad : {-1, 65}) EXPECT_THAT(refusal("none", pad), HasSubstr("crop_pad: expected pixels"));
  EXPECT_THAT(refusal("crop", 12), HasSubstr("crop_pad: expected less than the sides of images of 3x12x32, got 12"));
  EXPECT_EQ(refusal("crop", 11), "");
  EXPECT_EQ(refusal("flip", 12), "");
}

TEST(ImageEncodingJson, ReadsBackToTheSameBits) {
  const Images images = random_images({3, 5, 7}, 10);
  const ImageEncoding fitted = fit_image_encoding(images, all_rows(images), 1);
  const ImageEncoding read = image_encoding_from_json(image_encoding_json(fitted), "card");
  EXPECT_EQ(read.size, fitted.size);
  EXPECT_EQ(read.mean, fitted.mean);
  EXPECT_EQ(read.deviation, fitted.deviation);
}

TEST(ImageEncodingJson, RefusesWhatDoesNotFit) {
  const auto refusal = [](const std::string& text) {
    return refusal_of([&] { image_encoding_from_json(text, "card"); });
  };
  const std::string tail = R"(,"mean":[0.5],"deviation":[0.2]})";
  EXPECT_EQ(refusal(R"({"size":[1,1024,1])" + tail), "");
  for (const char* size : {"[2,8,8]", "[1,0,8]", "[1,8,1025]", "[1,8]", "[1,8,8,8]", "[1,-8,8]", "[1,8.5,8]",
                           "[1,1e30,8]", "[1,18446744073709551615,8]", "[\"1\",8,8]"}) {
    EXPECT_THAT(refusal(joined(R"({"size":)", size, tail)), HasSubstr("card.size: expected channels (1 or 3)")) << size;
  }
  const std::string head = R"({"size":[1,8,8],)";
  EXPECT_THAT(refusal(head + R"("mean":[0.5,1],"deviation":[1]})"),
              HasSubstr("card.mean: expected one number per channel"));
  EXPECT_THAT(refusal(head + R"("mean":[1e999],"deviation":[1]})"), HasSubstr("card"));
  EXPECT_THAT(refusal(head + R"("mean":["a"],"deviation":[1]})"), HasSubstr("card.mean: expected finite numbers"));
  EXPECT_THAT(refusal(head + R"("mean":[0],"deviation":[0]})"),
              HasSubstr("card.deviation: expected numbers from 1e-6 to 1"));
  EXPECT_THAT(refusal(head + R"("mean":[0]})"), HasSubstr("card: expected a list \"deviation\", got none"));
  EXPECT_THAT(refusal(head + R"("mean":[0],"deviation":[1],"more":1})"), HasSubstr("no other key"));
  for (const char* text : {"", "[]", "7", "{"})
    EXPECT_THAT(refusal(text), HasSubstr("card: expected an object")) << text;
}

}  // namespace
}  // namespace pauc
