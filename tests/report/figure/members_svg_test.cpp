#include "pauc/report/figure/members_svg.h"

#include <gmock/gmock.h>

namespace pauc::report {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(WeightsFigure, SaysTheSharesInWordsToo) {
  const std::string svg = weights_svg({{"mlp", 0.25, {}, 1}, {"trees", 0.75, {}, 2}});
  EXPECT_THAT(svg, HasSubstr("<desc>mlp: 25 %, trees: 75 %.</desc>"));
  EXPECT_THAT(svg, HasSubstr("class=\"dot c1\""));
  EXPECT_THAT(svg, HasSubstr(">75 %</text>"));
}

TEST(AdditionsFigure, ShowsIntervalsWhereThereAreSome) {
  const std::string svg = additions_svg({{"mlp", 0.01, Interval{-0.005, 0.025}, 1}, {"trees", 0, {}, 2}}, "pAUC");
  EXPECT_THAT(svg, HasSubstr("mlp: +0.0100 (-0.0050 to +0.0250), trees: 0.0000."));
  EXPECT_THAT(svg, HasSubstr("class=\"curve c1\""));
  EXPECT_THAT(svg, Not(HasSubstr("class=\"curve c2\"")));
}

TEST(AdditionsFigure, CanDrawAnyNumber) {
  for (const double size : {0.0, 1e-300, 1.0, 1e300}) {
    const std::string svg = additions_svg({{"a", size, Interval{-size, size}, 0}}, "pAUC");
    EXPECT_THAT(svg, Not(HasSubstr("nan")));
    EXPECT_THAT(svg, Not(HasSubstr("inf")));
  }
}

TEST(MembersFigures, NamesAreEscapedAndShortened) {
  const std::string name = "<b>" + std::string(200, 'x');
  for (const std::string& svg : {weights_svg({{name, 1, {}, 0}}), additions_svg({{name, 1, {}, 0}}, "pAUC")}) {
    EXPECT_THAT(svg, Not(HasSubstr("<b>")));
    EXPECT_THAT(svg, Not(HasSubstr(std::string(60, 'x') + "</text>")));
  }
}

}  // namespace
}  // namespace pauc::report
