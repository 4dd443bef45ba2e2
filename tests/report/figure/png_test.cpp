#include "pauc/report/figure/png.h"

#include <png.h>

#include <algorithm>
#include <cmath>

#include "pauc/report/figure/distribution_svg.h"
#include "support/refusals.h"

namespace pauc::report {
namespace {

using test::refusal_of;
using testing::HasSubstr;

struct Pixels {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> grey;
};

Pixels decoded(const std::string& bytes) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_memory(&image, bytes.data(), bytes.size()), 0) << image.message;
  image.format = PNG_FORMAT_GRAY;
  Pixels pixels{image.width, image.height, std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
  EXPECT_NE(png_image_finish_read(&image, nullptr, pixels.grey.data(), 0, nullptr), 0) << image.message;
  return pixels;
}

const char* const kBlackOnNothing =
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 20\"><rect x=\"0\" y=\"0\" width=\"5\" "
    "height=\"20\"/></svg>";

TEST(Png, DrawsTheViewBoxOnWhite) {
  const auto pixels = decoded(png_of(kBlackOnNothing, 3));
  ASSERT_EQ(pixels.width, 30U);
  ASSERT_EQ(pixels.height, 60U);
  for (std::uint32_t y = 0; y < 60; ++y) {
    for (std::uint32_t x = 0; x < 30; ++x) ASSERT_EQ(pixels.grey[y * 30 + x], x < 15 ? 0 : 255) << x << " " << y;
  }
}

TEST(Png, ShowsAFigureOfEitherUse) {
  const ScoreHistogram histogram{0, 2, {0.2, 0.8}, {0.5, 0.5}, false, false};
  const auto page = decoded(png_of(distribution_svg(histogram)));
  const auto file = decoded(png_of(distribution_svg(histogram, FigureUse::file)));
  EXPECT_EQ(page.width, 880U);
  EXPECT_EQ(page.grey, file.grey);
  const auto ink = std::count_if(file.grey.begin(), file.grey.end(), [](std::uint8_t grey) { return grey < 250; });
  EXPECT_GT(ink, static_cast<std::ptrdiff_t>(file.grey.size() / 10));
  // Text is drawn too: the left margin holds the labels of the ticks.
  const auto dark_in_margin = [&] {
    int dark = 0;
    for (std::uint32_t y = 100; y < file.height - 120; ++y) {
      for (std::uint32_t x = 0; x < 50; ++x) dark += file.grey[y * file.width + x] < 100 ? 1 : 0;
    }
    return dark;
  };
  EXPECT_GT(dark_in_margin(), 50);
}

TEST(Png, RefusesWhatIsNoDrawing) {
  for (const char* text : {"no xml", "", "<svg", "<html/>"}) {
    EXPECT_THAT(refusal_of([&] { png_of(text); }, Fault::failed_run), HasSubstr("PNG figure: expected an SVG drawing"))
        << text;
  }
}

TEST(Png, RefusesAbsurdScales) {
  for (const double scale : {0.0, -1.0, 1e9, std::nan("")}) {
    EXPECT_THAT(refusal_of([&] { png_of(kBlackOnNothing, scale); }, Fault::usage),
                HasSubstr("expected a scale that gives 1 to 20000 pixels a side, got "))
        << scale;
  }
}

}  // namespace
}  // namespace pauc::report
