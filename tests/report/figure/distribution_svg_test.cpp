#include "pauc/report/figure/distribution_svg.h"

#include <cstdio>

#include "support/problems.h"
#include "support/svg.h"

namespace pauc::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(DistributionSvg, DrawsBarsAtTheirShares) {
  const ScoreHistogram histogram{0, 2, {0, 1}, {0.5, 0.5}, false, false};
  const std::string svg = distribution_svg(histogram);
  const double left = test::number_attribute(svg, "data-left");
  const double right = test::number_attribute(svg, "data-right");
  const double bottom = test::number_attribute(svg, "data-bottom");
  const double top = test::number_attribute(svg, "data-top");
  EXPECT_EQ(test::number_attribute(svg, "data-low"), 0);
  EXPECT_EQ(test::number_attribute(svg, "data-high"), 2);
  const double high = bottom - (bottom - top) / 1.05;  // a bar of share 1
  const auto number = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    return std::string(text);
  };
  EXPECT_THAT(svg, HasSubstr("M" + number(left) + " " + number(bottom) + "H" + number((left + right) / 2) + "V" +
                             number(high) + "H" + number(right) + "V" + number(bottom) + "\" class=\"positive\""));
}

TEST(DistributionSvg, UsesNoColourOfAModel) {
  const std::string svg = distribution_svg({0, 2, {0, 1}, {0.5, 0.5}, false, false});
  EXPECT_THAT(svg, HasSubstr("class=\"positive\" fill=\"#882255\""));
  EXPECT_THAT(svg, HasSubstr("class=\"negative\" fill=\"#6b7280\""));
  for (std::size_t curve = 0; curve < 6; ++curve) {
    EXPECT_THAT(svg, Not(HasSubstr(test::attribute(curve_stroke(curve), "stroke"))));
  }
}

TEST(DistributionSvg, SaysMediansInWords) {
  const ScoreHistogram histogram{0, 4, {0, 0, 0, 1}, {1, 0, 0, 0}, false, false};
  EXPECT_THAT(distribution_svg(histogram),
              HasSubstr("The median of the positives is about 3.5, that of the negatives about 0.5."));
}

TEST(DistributionSvg, StaysSmallForManyRows) {
  Random random(7);
  const auto problem = test::binormal_problem(random, 20000, 980000, 2);
  const auto histogram = histogram_of(problem.cases());
  EXPECT_LT(distribution_svg(histogram).size(), 8000U);
}

}  // namespace
}  // namespace pauc::report
