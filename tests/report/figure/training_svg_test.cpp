#include "pauc/report/figure/training_svg.h"

#include <cmath>
#include <limits>

#include "support/svg.h"

namespace pauc::report {
namespace {

using test::occurrences;
using test::path_of_class;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

record::Epoch epoch(std::int64_t number, double valid, const std::string& phase = "") {
  record::Epoch made;
  made.epoch = number;
  made.phase = phase;
  made.valid = valid;
  made.train = valid + 0.1;
  made.objective = 1 - valid;
  return made;
}

TEST(TrainingSvg, MarksTheBestEpoch) {
  const TrainingCurves curves{"AUC", 2, {epoch(1, 0.5), epoch(2, 0.75), epoch(3, 0.7)}};
  const auto figures = training_svg(curves);
  EXPECT_THAT(figures.target, HasSubstr("best: epoch 2, 0.7500"));
  EXPECT_THAT(figures.target, HasSubstr("the best epoch is 2 with 0.7500 on the validation part."));
  const auto valid = path_of_class(figures.target, "curve c0");
  ASSERT_THAT(valid, SizeIs(3));
  const std::string line = figures.target.substr(figures.target.find("class=\"best\"") - 80);
  EXPECT_NEAR(test::number_attribute(line, "x1"), valid[1].x, 0.011);
  const std::string dot = figures.target.substr(figures.target.find("<circle"));
  EXPECT_NEAR(test::number_attribute(dot, "cx"), valid[1].x, 0.011);
  EXPECT_NEAR(test::number_attribute(dot, "cy"), valid[1].y, 0.011);
  EXPECT_THAT(figures.objective, HasSubstr("class=\"best\""));
}

TEST(TrainingSvg, MarksNoBestEpochWhereNoneIsKnown) {
  const auto figures = training_svg({"AUC", 0, {epoch(1, 0.5), epoch(2, 0.75)}});
  EXPECT_THAT(figures.target, Not(HasSubstr("best")));
}

// Its best epoch is one of the training, though pre-training has an epoch of that number too.
TEST(TrainingSvg, LaysPretrainingOutToTheLeft) {
  const TrainingCurves curves{
      "AUC", 1, {epoch(1, 0.1, "pretrain"), epoch(2, 0.2, "pretrain"), epoch(1, 0.5), epoch(2, 0.4)}};
  const auto figures = training_svg(curves);
  EXPECT_THAT(figures.target, HasSubstr("best: epoch 1, 0.5000"));
  EXPECT_THAT(figures.target, HasSubstr("AUC over 2 epochs after 2 of pre-training"));
  EXPECT_EQ(occurrences(figures.target, "class=\"pretrain\""), 1);
  EXPECT_EQ(occurrences(figures.target, "<path"), 4);  // each line in two parts
  const std::string shade = figures.target.substr(figures.target.find("<rect"));
  const double boundary = test::number_attribute(shade, "x") + test::number_attribute(shade, "width");
  const auto before = path_of_class(figures.target, "curve c0");
  EXPECT_LT(before.back().x, boundary);
  const auto training = path_of_class(figures.target.substr(figures.target.rfind("<path")), "curve c0");
  EXPECT_GT(training.front().x, boundary);
  EXPECT_NEAR(training.front().x - boundary, boundary - before.back().x, 0.02);
}

TEST(TrainingSvg, NumbersNoEpochsOfPretraining) {
  TrainingCurves curves{"AUC", 1, {}};
  for (int k = 1; k <= 30; ++k) curves.epochs.push_back(epoch(k, 0.5, "pretrain"));
  for (int k = 1; k <= 30; ++k) curves.epochs.push_back(epoch(k, 0.5));
  const std::string svg = training_svg(curves).target;
  EXPECT_THAT(svg, HasSubstr("text-anchor=\"middle\">10</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("text-anchor=\"middle\">0</text>")));
  EXPECT_THAT(svg, Not(HasSubstr("text-anchor=\"middle\">-")));
  EXPECT_THAT(svg, HasSubstr("text-anchor=\"middle\">pre-training</text>"));
}

TEST(TrainingSvg, DrawsTheRealisedFractionWhereThereIsOne) {
  TrainingCurves curves{"AUC", 1, {epoch(1, 0.5), epoch(2, 0.6)}};
  EXPECT_EQ(training_svg(curves).realised_fraction, "");
  curves.epochs[1].realised_fraction = 0.3;
  EXPECT_THAT(training_svg(curves).realised_fraction, HasSubstr("realised fraction"));
}

TEST(TrainingSvg, DrawsASingleEpochAsADot) {
  const auto figures = training_svg({"AUC", 1, {epoch(1, 0.5)}});
  EXPECT_THAT(figures.objective, HasSubstr("h0.01\""));
  EXPECT_THAT(figures.objective, Not(HasSubstr("nan")));
}

TEST(TrainingSvg, SurvivesConstantAndHugeValues) {
  for (const double value : {0.0, 0.5, 1e300, -1.7e308, 1e-310}) {
    for (const double other : {value, 1.7e308}) {
      TrainingCurves curves{"AUC", 2, {epoch(1, 0.5), epoch(2, 0.5)}};
      curves.epochs[0].objective = value;
      curves.epochs[1].objective = other;
      const auto objective = training_svg(curves).objective;
      EXPECT_THAT(objective, Not(HasSubstr("nan")));
      EXPECT_THAT(objective, Not(HasSubstr("inf")));
      EXPECT_GE(occurrences(objective, "text-anchor=\"end\""), 2) << value;
    }
  }
}

// The difference of these is no int64_t.
TEST(TrainingSvg, SurvivesAbsurdEpochs) {
  constexpr auto kLeast = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  const TrainingCurves curves{
      "AUC", kMost, {epoch(kLeast, 0.1, "pretrain"), epoch(kMost, 0.2, "pretrain"), epoch(1, 0.3), epoch(kMost, 0.4)}};
  const std::string svg = training_svg(curves).target;
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  const auto before = path_of_class(svg, "curve c0");
  ASSERT_THAT(before, SizeIs(2));
  EXPECT_LT(before[0].x, before[1].x);
}

TEST(TrainingSvg, DrawsOnlyPretraining) {
  const auto figures = training_svg({"AUC", 0, {epoch(1, 0.5, "pretrain"), epoch(2, 0.6, "pretrain")}});
  EXPECT_THAT(figures.target, HasSubstr("AUC over 0 epochs after 2 of pre-training"));
  EXPECT_THAT(figures.target, Not(HasSubstr("nan")));
}

TEST(TrainingSvg, WithoutEpochsIsEmpty) {
  const auto figures = training_svg({"AUC", 0, {}});
  EXPECT_EQ(figures.target + figures.objective + figures.realised_fraction, "");
}

TEST(TrainingSvg, StaysSmallForLongLogs) {
  TrainingCurves curves{"AUC", 10, {}};
  for (int k = 1; k <= 200000; ++k) curves.epochs.push_back(epoch(k, 0.8 + 0.1 * std::sin(k * 1.7)));
  EXPECT_LT(training_svg(curves).target.size(), 350000U);
}

}  // namespace
}  // namespace pauc::report
