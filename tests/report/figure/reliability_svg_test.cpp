#include "pauc/report/figure/reliability_svg.h"

#include "support/svg.h"

namespace pauc::report {
namespace {

using testing::HasSubstr;

TEST(ReliabilitySvg, SaysItsNumbers) {
  Reliability reliability;
  reliability.bins = {{50, 0.5, 0.02, 0.04, {0.01, 0.1}}, {50, 0.5, 0.2, 0.3, {0.2, 0.4}}};
  reliability.error = 0.06;
  const std::string svg = reliability_svg(reliability);
  EXPECT_THAT(svg, HasSubstr("Expected calibration error 0.060."));
  EXPECT_THAT(svg, HasSubstr("Predicted 0.200, observed 0.300."));
}

TEST(ReliabilitySvg, OfOneBinIsOnePoint) {
  Reliability reliability;
  reliability.bins = {{50, 1, 0.5, 0.5, {0.4, 0.6}}};
  EXPECT_THAT(reliability_svg(reliability, FigureUse::file), HasSubstr("<svg"));
}

}  // namespace
}  // namespace pauc::report
