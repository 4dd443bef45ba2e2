#include "pauc/report/figure/axis.h"

#include <cmath>
#include <limits>

namespace pauc::report {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> labels_of(const std::vector<Tick>& ticks) {
  std::vector<std::string> labels;
  for (const auto& tick : ticks) labels.push_back(tick.label);
  return labels;
}

Axis linear(double low, double high, double length = 360) { return {{low, high}, 0, length, AxisScale::linear, 0}; }
Axis logarithmic(double low) { return {{low, 1}, 60, 420, AxisScale::logarithmic, 0}; }

TEST(Axis, PutsLinearValuesInProportion) {
  const Axis axis{{2, 6}, 100, 300, AxisScale::linear, 0};
  EXPECT_DOUBLE_EQ(axis.at(2), 100);
  EXPECT_DOUBLE_EQ(axis.at(3), 150);
  EXPECT_DOUBLE_EQ(axis.at(6), 300);
  EXPECT_DOUBLE_EQ(axis.value_at(150), 3);
}

TEST(Axis, PutsLogarithmicValuesByTheirRatio) {
  const Axis axis = logarithmic(1e-3);
  EXPECT_DOUBLE_EQ(axis.at(1e-3), 60);
  EXPECT_NEAR(axis.at(1e-2), 180, 1e-9);
  EXPECT_NEAR(axis.at(0.5), 420 - 120 * std::log10(2), 1e-9);
  EXPECT_DOUBLE_EQ(axis.at(1), 420);
  EXPECT_NEAR(axis.value_at(300), 0.1, 1e-12);
}

TEST(Axis, PutsWhatLiesBeyondAtItsEnds) {
  EXPECT_EQ(logarithmic(1e-3).at(0), 60);
  EXPECT_EQ(logarithmic(1e-3).at(1e-4), 60);
  EXPECT_EQ(linear(0, 1).at(2), 360);
}

TEST(Axis, HasAPlaceForEveryDouble) {
  constexpr double kMost = std::numeric_limits<double>::max();
  EXPECT_DOUBLE_EQ(linear(-kMost, kMost).at(0), 180);
  EXPECT_THAT(labels_of(ticks_up(linear(-kMost, kMost, 200))), ElementsAre("-1e308", "0", "1e308"));
  EXPECT_THAT(labels_of(ticks_up(linear(-kMost, kMost, 100))), ElementsAre("0"));
}

TEST(Ticks, AreRoundNumbersWithTheSameDecimals) {
  EXPECT_THAT(labels_of(ticks_across(linear(0, 1))), ElementsAre("0.0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(labels_of(ticks_across(linear(0, 0.3))),
              ElementsAre("0.00", "0.05", "0.10", "0.15", "0.20", "0.25", "0.30"));
  EXPECT_THAT(labels_of(ticks_across(linear(-0.31, 0.12))), ElementsAre("-0.3", "-0.2", "-0.1", "0.0", "0.1"));
  EXPECT_THAT(labels_of(ticks_across(linear(0, 2.5e6))), ElementsAre("0", "5.0e5", "1.0e6", "1.5e6", "2.0e6", "2.5e6"));
}

TEST(Ticks, StandInsideTheAxis) {
  for (const auto& tick : ticks_up(linear(0.123, 0.456))) {
    EXPECT_GE(tick.value, 0.123);
    EXPECT_LE(tick.value, 0.456);
  }
}

TEST(Ticks, LeaveRoomForLongLabels) {
  const Axis axis = linear(1, 1 + 3e-9);
  const auto ticks = ticks_across(axis);
  ASSERT_GE(ticks.size(), 2U);
  EXPECT_GT(axis.at(ticks[1].value) - axis.at(ticks[0].value), text_width(ticks[0].label));
}

TEST(Ticks, OfWholeNumbersAreWhole) {
  Axis axis = linear(0.5, 2.5);
  axis.least_step = 1;
  EXPECT_THAT(labels_of(ticks_across(axis)), ElementsAre("1", "2"));
}

TEST(Ticks, OfALogarithmicAxisArePowersOfTen) {
  EXPECT_THAT(labels_of(ticks_across(logarithmic(1e-3))),
              ElementsAre("0.001", "", "", "0.01", "", "", "0.1", "", "", "1"));
  EXPECT_THAT(labels_of(ticks_across(logarithmic(0.02))), ElementsAre("0.02", "0.05", "0.1", "0.2", "0.5", "1"));
}

TEST(Ticks, OfALogarithmicAxisHaveAllTheirLabelsWhereThereIsRoom) {
  const Axis lambdas{{0.05, 10}, 50, 422, AxisScale::logarithmic, 0};
  EXPECT_THAT(labels_of(ticks_across(lambdas)), ElementsAre("0.05", "0.1", "0.2", "0.5", "1", "2", "5", "10"));
  const Axis narrower{{0.05, 10}, 50, 400, AxisScale::logarithmic, 0};
  EXPECT_THAT(labels_of(ticks_across(narrower)), ElementsAre("", "0.1", "", "", "1", "", "", "10"));
}

TEST(Ticks, StandAboveOneAnotherOnALogarithmicAxisToo) {
  const auto up = [](double low, double high) { return Axis{{low, high}, 300, 60, AxisScale::logarithmic, 0}; };
  EXPECT_THAT(labels_of(ticks_up(up(0.04, 2.1))), ElementsAre("0.05", "0.1", "0.2", "0.5", "1", "2"));
  EXPECT_THAT(labels_of(ticks_up(up(0.02, 10))), ElementsAre("", "", "0.1", "", "", "1", "", "", "10"));
  double place = 400;
  for (const auto& [value, label] : ticks_up(up(1e-13, 1))) {
    if (label.empty()) continue;
    EXPECT_LT(up(1e-13, 1).at(value), place - kFontSize);
    place = up(1e-13, 1).at(value);
  }
  EXPECT_EQ(place, 60);
}

TEST(Ticks, OfManyDecadesDoNotRunIntoOneAnother) {
  const Axis axis = logarithmic(5e-13);
  double end = 0;
  for (const auto& [value, label] : ticks_across(axis)) {
    if (label.empty()) continue;
    EXPECT_GT(axis.at(value) - text_width(label) / 2, end);
    end = axis.at(value) + text_width(label) / 2;
  }
  EXPECT_GT(end, 400);
}

TEST(Widened, GivesConstantsAWidth) {
  for (const double value : {0.0, 0.7, -3e-5, 1e-310, 1e300, std::numeric_limits<double>::max()}) {
    const AxisRange range = widened({value, value});
    EXPECT_LT(range.low, range.high);
    EXPECT_TRUE(std::isfinite(range.high - range.low)) << value;
    EXPECT_THAT(ticks_up({range, 200, 20, AxisScale::linear, 0}), testing::Not(IsEmpty())) << value;
  }
}

TEST(Widened, LeavesRoomAtBothEnds) {
  const AxisRange range = widened({1, 2});
  EXPECT_THAT(range.low, DoubleNear(0.95, 1e-12));
  EXPECT_THAT(range.high, DoubleNear(2.05, 1e-12));
}

TEST(RoundValueBelow, IsOneTwoOrFiveTimesAPowerOfTen) {
  EXPECT_DOUBLE_EQ(round_value_below(1.0 / 900), 1e-3);
  EXPECT_DOUBLE_EQ(round_value_below(1.0 / 400), 2e-3);
  EXPECT_DOUBLE_EQ(round_value_below(1.0 / 12), 0.05);
  EXPECT_DOUBLE_EQ(round_value_below(0.01), 5e-3);
  EXPECT_DOUBLE_EQ(round_value_below(1), 0.5);
}

}  // namespace
}  // namespace pauc::report
