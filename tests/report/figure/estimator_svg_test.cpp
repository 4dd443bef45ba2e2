#include "pauc/report/figure/estimator_svg.h"

#include <cmath>
#include <limits>

#include "record/estimators.h"
#include "support/refusals.h"
#include "support/svg.h"

namespace pauc::report {
namespace {

using test::bound_at;
using test::path_of_class;
using test::refusal_of;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

constexpr double kRounded = 0.011;

// The first circle's centre: the best lambda's in the plot.
Point best_of(const std::string& svg) {
  const std::string circle = svg.substr(svg.find("<circle"));
  return {test::number_attribute(circle, "cx"), test::number_attribute(circle, "cy")};
}

TEST(EstimatorSvg, DrawsMeanMedianAndTheMiddleHalf) {
  const std::string svg = estimator_svg(bound_at(0.3));
  const auto mean = path_of_class(svg, "curve c0");
  const auto median = path_of_class(svg, "curve c1");
  const auto band = path_of_class(svg, "band c1");
  ASSERT_THAT(mean, SizeIs(3));
  ASSERT_THAT(median, SizeIs(3));
  ASSERT_THAT(band, SizeIs(6));
  EXPECT_NEAR(mean[1].x - mean[0].x, mean[2].x - mean[1].x, 2 * kRounded);  // 0.1, 1, 10
  EXPECT_NEAR(mean[0].y, mean[2].y, kRounded);                              // both 0.25
  const double unit = (mean[1].y - mean[0].y) / (0.25 - 0.03);              // linear: 0.03 to 0.25
  EXPECT_NEAR(median[1].y - mean[1].y, 0.01 * unit, 2 * kRounded);
  EXPECT_NEAR(mean[0].y - band[0].y, 0.075 * unit, 2 * kRounded);  // 0.325
  EXPECT_NEAR(band[5].y - mean[0].y, 0.075 * unit, 2 * kRounded);  // 0.175
}

TEST(EstimatorSvg, MarksTheBestLambda) {
  const std::string svg = estimator_svg(bound_at(0.3));
  const auto mean = path_of_class(svg, "curve c0");
  EXPECT_NEAR(best_of(svg).x, mean[1].x, kRounded);
  EXPECT_NEAR(best_of(svg).y, mean[1].y, kRounded);
  EXPECT_THAT(svg, HasSubstr(">smallest mean: 0.03 at lambda 1</text>"));
  EXPECT_THAT(svg, HasSubstr(">mean of 4 draws</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>KL estimator against exact loss, FPR up to 0.3</title>"));
  EXPECT_THAT(svg, HasSubstr("smallest mean: 0.03 at lambda 1, standard deviation 0.02. Mean 0.25 at lambda 0.1. Mean "
                             "0.25 at lambda 10."));
}

TEST(EstimatorSvg, HasALogarithmicAxisForErrorsOfSeveralOrders) {
  record::EstimatorAtFpr bound = bound_at(0.3);
  bound.lambdas = {{0.1, {1, 1}}, {1, {0.001, 0.001}}, {10, {0.1, 0.1}}};
  const auto mean = path_of_class(estimator_svg(bound), "curve c0");
  ASSERT_THAT(mean, SizeIs(3));
  EXPECT_NEAR((mean[1].y - mean[2].y) / (mean[1].y - mean[0].y), 2.0 / 3, 1e-3);
  EXPECT_THAT(estimator_svg(bound), HasSubstr(">0.01</text>"));
  EXPECT_THAT(estimator_svg(bound_at(0.3)), HasSubstr(">0.00</text>"));  // where they are alike it begins at 0
}

TEST(EstimatorSvg, DrawsWhatHasHardlyAnyWidth) {
  record::EstimatorAtFpr bound = bound_at(0.3);
  bound.lambdas = {{1, {0}}};
  const std::string svg = estimator_svg(bound);
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
  ASSERT_THAT(path_of_class(svg, "curve c0"), SizeIs(1));
  EXPECT_NEAR(path_of_class(svg, "curve c0")[0].x, (path_of_class(estimator_svg(bound_at(0.3)), "curve c0")[1].x), 20);
}

TEST(EstimatorSvg, RefusesWhatCannotBeDrawn) {
  EXPECT_THAT(refusal_of([] { estimator_svg({}); }), HasSubstr("at least one lambda"));
  record::EstimatorAtFpr bound = bound_at(0.3);
  bound.lambdas[1].errors[2] = std::numeric_limits<double>::infinity();
  EXPECT_THAT(refusal_of([&] { estimator_svg(bound); }),
              HasSubstr("expected finite errors, got inf on average at lambda 1"));
}

}  // namespace
}  // namespace pauc::report
