#include "pauc/report/figure/convergence_svg.h"

#include <limits>
#include <set>

#include "support/refusals.h"
#include "support/svg.h"

namespace pauc::report {
namespace {

using test::path_of_class;
using test::refusal_of;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

record::ConvergencePlot two_lines() {
  return {
      "three seeds", "AUC", {{"ce", {1, 2, 3}, {0.5, 0.6, 0.55}, {0.1, 0.1, 0.1}}, {"sopa", {1, 3}, {0.4, 0.8}, {}}}};
}

TEST(ConvergenceSvg, DrawsMeansWithinTheirDeviations) {
  const std::string svg = convergence_svg(two_lines());
  const auto mean = path_of_class(svg, "curve c0");
  const auto band = path_of_class(svg, "band c0");
  ASSERT_THAT(mean, SizeIs(3));
  ASSERT_THAT(band, SizeIs(6));
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(band[k].x, mean[k].x, 0.011);
    EXPECT_NEAR(band[k].y + band[5 - k].y, 2 * mean[k].y, 0.03);
  }
  // 0.1 as high as the step from 0.5 to 0.6
  EXPECT_NEAR(mean[0].y - band[0].y, mean[0].y - mean[1].y, 0.03);
  EXPECT_THAT(svg, Not(HasSubstr("class=\"band c1\"")));
}

TEST(ConvergenceSvg, NamesItsLinesBelow) {
  const std::string svg = convergence_svg(two_lines());
  EXPECT_THAT(svg, HasSubstr("class=\"legend\">ce</text>"));
  EXPECT_THAT(svg, HasSubstr("class=\"legend\">sopa</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>three seeds</title>"));
  EXPECT_THAT(svg, HasSubstr("<desc>AUC by epoch. ce: 0.55 at epoch 3, standard deviation 0.1. sopa: 0.8 at epoch 3."));
}

TEST(ConvergenceSvg, NamesFirstWhatEndsHighest) {
  const std::string svg = convergence_svg(two_lines());
  EXPECT_LT(svg.find("class=\"legend\">sopa</text>"), svg.find("class=\"legend\">ce</text>"));
}

// Deviations of 0 are those of one run.
TEST(ConvergenceSvg, OneRunHasNoBand) {
  auto plot = two_lines();
  plot.lines[0].deviations = {0, 0, 0};
  const std::string svg = convergence_svg(plot);
  EXPECT_THAT(svg, Not(HasSubstr("class=\"band")));
  EXPECT_THAT(svg, HasSubstr("ce: 0.55 at epoch 3. sopa"));
}

TEST(ConvergenceSvg, ALineKeepsItsLook) {
  auto plot = two_lines();
  plot.lines[1].look = 4;
  plot.lines[1].deviations = {0.1, 0.1};
  const std::string svg = convergence_svg(plot);
  EXPECT_THAT(path_of_class(svg, "curve c4"), SizeIs(2));
  EXPECT_THAT(path_of_class(svg, "band c4"), SizeIs(4));
  EXPECT_THAT(svg, Not(HasSubstr("c1\"")));
}

// Six colours: lines of the second round have dots, in the legend too.
TEST(ConvergenceSvg, TellsTenLinesApart) {
  record::ConvergencePlot plot{"ten", "AUC", {}};
  for (int k = 0; k < 10; ++k) {
    plot.lines.push_back({"m" + std::to_string(k), {1, 2, 3}, {0.1 * k, 0.1 * k, 0.1 * k}, {}});
  }
  const std::string svg = convergence_svg(plot);
  for (const char* colour : {"0", "1", "2", "3"}) {
    EXPECT_EQ(test::occurrences(svg, std::string("class=\"dot c") + colour), 4) << colour;
  }
  EXPECT_THAT(svg, Not(HasSubstr("class=\"dot c4")));
  std::set<std::string> looks;
  for (std::size_t k = 0; k < 10; ++k) looks.insert(curve_stroke(k));
  EXPECT_THAT(looks, SizeIs(10));
}

TEST(ConvergenceSvg, ManyLinesHaveNoBands) {
  record::ConvergencePlot plot{"many", "AUC", {}};
  for (int k = 0; k < 6; ++k) plot.lines.push_back({"m" + std::to_string(k), {1, 2}, {0.5, 0.6}, {0.1, 0.1}});
  EXPECT_EQ(test::occurrences(convergence_svg(plot), "class=\"band"), 6);
  plot.lines.push_back({"seventh", {1, 2}, {0.5, 0.6}, {0.1, 0.25}});
  EXPECT_THAT(convergence_svg(plot), Not(HasSubstr("class=\"band")));
  EXPECT_THAT(convergence_svg(plot), HasSubstr("seventh: 0.6 at epoch 2, standard deviation 0.25."));
  const auto drawn = path_of_class(convergence_svg(plot), "curve c0");
  for (record::ConvergenceLine& line : plot.lines) line.deviations.clear();
  EXPECT_EQ(drawn[0].y, path_of_class(convergence_svg(plot), "curve c0")[0].y);  // no room is kept for them
}

TEST(ConvergenceSvg, LongLinesHaveFewDots) {
  record::ConvergenceLine line{"long", {}, {}, {}, 7};
  for (int k = 1; k <= 800; ++k) {
    line.epochs.push_back(k);
    line.means.push_back(0.5);
  }
  EXPECT_EQ(test::occurrences(convergence_svg({"", "AUC", {line}}), "class=\"dot c1"), 9);
}

TEST(ConvergenceSvg, RefusesWhatCannotBeDrawn) {
  EXPECT_THAT(refusal_of([&] { convergence_svg({}); }), HasSubstr("at least one line"));
  auto plot = two_lines();
  plot.lines[1].means.pop_back();
  EXPECT_THAT(refusal_of([&] { convergence_svg(plot); }), HasSubstr("\"sopa\": expected 2 means, got 1"));
  plot = two_lines();
  plot.lines[0].deviations.pop_back();
  EXPECT_THAT(refusal_of([&] { convergence_svg(plot); }), HasSubstr("\"ce\": expected 3 deviations or none, got 2"));
  plot = two_lines();
  plot.lines[0].means[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(refusal_of([&] { convergence_svg(plot); }), HasSubstr("expected finite numbers, got nan at epoch 2"));
}

}  // namespace
}  // namespace pauc::report
