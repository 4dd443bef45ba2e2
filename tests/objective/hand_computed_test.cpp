// Cases small enough to be worked out on paper. Raw link, squared hinge, margin 1.
#include <ATen/Functions.h>

#include <cmath>

#include "pauc/objective/make_objective.h"
#include "support/batches.h"
#include "support/near.h"

namespace pauc {
namespace {

using test::expect_near;
using test::leaf_batch;
using test::values_of;

std::vector<double> gradient_of(const Loss& loss, const test::LeafBatch& leaf) {
  loss.differentiable.backward();
  return values_of(leaf.scores.grad());
}

// One positive at 0 against 1, 0, -0.5, -3: losses 4, 1, 0.25, 0.
const test::ClassScores kOnePositive = {{0}, {1, 0, -0.5, -3}};

TEST(Sopa, TakesTheHardestHalfOfFour) {
  SopaOptions options;
  options.link = Link::raw;
  options.fpr_max = 0.5;
  Objective sopa = make_objective(options, 5);
  const auto leaf = leaf_batch(kOnePositive);
  const Loss loss = sopa(leaf.batch);
  // Threshold between the second and the third loss: 0.625; CVaR = (4 + 1)/2.
  EXPECT_NEAR(loss.value, 2.5, 1e-14);
  // 1/(beta B-) sum of dL/dh: dL/dh_i = -2 (1 - gap): -4 and -2.
  expect_near(gradient_of(loss, leaf), {-3, 2, 1, 0, 0});
  EXPECT_EQ(loss.diagnostics[0].value, 0.5);
}

SopaOptions own_thresholds() {
  SopaOptions options;
  options.link = Link::raw;
  options.fpr_max = 0.5;
  options.thresholds = Thresholds::own;
  return options;
}

// A threshold set by hand for the one positive.
Objective with_threshold(const SopaOptions& options, double threshold) {
  Objective sopa = make_objective(options, 5);
  sopa.state.flags("visited")[0] = 1;
  sopa.state.doubles("threshold")[0] = threshold;
  return sopa;
}

TEST(Sopa, MovesItsOwnThresholdByTheShareThatItSelected) {
  SopaOptions options = own_thresholds();
  options.threshold_init = ThresholdInit::zero;
  options.threshold_lr = 0.2;
  Objective sopa = make_objective(options, 5);
  const auto leaf = leaf_batch(kOnePositive);
  const Loss loss = sopa(leaf.batch);
  // s = 0: three of four losses exceed it. eta = 0.2 x 0.5 x mean loss 1.3125; s <- -eta (1 - 3/2).
  EXPECT_NEAR(sopa.state.doubles("threshold")[0], 0.2 * 0.5 * 1.3125 * 0.5, 1e-14);
  expect_near(gradient_of(loss, leaf), {-3.5, 2, 1, 0.5, 0});
  EXPECT_NEAR(loss.value, 2.5, 1e-14);  // at the best threshold, not at 0
  EXPECT_NEAR(loss.diagnostics[0].value, 0.75, 1e-14);
}

TEST(Sopa, DoesNotStepPastTheBestThresholdsOfTheBatch) {
  // Any threshold from 0.25 to 1 has half of the losses above or at it.
  SopaOptions options = own_thresholds();
  options.threshold_lr = 100;
  Objective falling = with_threshold(options, 3);
  falling(leaf_batch(kOnePositive).batch);
  EXPECT_EQ(falling.state.doubles("threshold")[0], 1);
  Objective rising = with_threshold(options, 0.1);
  rising(leaf_batch(kOnePositive).batch);
  EXPECT_EQ(rising.state.doubles("threshold")[0], 0.25);
}

TEST(Sopa, TakesThePapersConstantStepAsItIs) {
  SopaOptions options = own_thresholds();
  options.threshold_step = 7;
  Objective sopa = with_threshold(options, 3);
  sopa(leaf_batch(kOnePositive).batch);
  EXPECT_NEAR(sopa.state.doubles("threshold")[0], 3 - 7 * (1 - 0.5), 1e-14);
}

TEST(Sopa, TiesAtItsOwnThresholdShareThePlaceThatIsLeft) {
  // Losses 4, 1, 1, 1, 0, and 2.5 of them are wanted: 4 and half of each 1.
  Objective sopa = make_objective(own_thresholds(), 6);
  for (int visit = 0; visit < 3; ++visit) {
    const auto leaf = leaf_batch({{0}, {1, 0, 0, 0, -3}});
    expect_near(gradient_of(sopa(leaf.batch), leaf), {-7 / 2.5, 4 / 2.5, 1 / 2.5, 1 / 2.5, 1 / 2.5, 0});
    EXPECT_EQ(sopa.state.doubles("threshold")[0], 1);
  }
}

TEST(Sopa, SharesOneCutThroughTheRecentNegatives) {
  SopaOptions options;
  options.link = Link::raw;
  options.fpr_max = 0.25;
  Objective sopa = make_objective(options, 9);
  sopa(leaf_batch(kOnePositive).batch);  // slots 1 to 4
  // Eight recent negatives: 1, 0, -0.5, -3 and 2, 0.5, -1, -2. The top two of them are 2 and 1.
  auto leaf = leaf_batch({{0}, {2, 0.5, -1, -2}});
  leaf.batch.slots = at::tensor({0, 5, 6, 7, 8}, at::kLong);
  const Loss loss = sopa(leaf.batch);
  EXPECT_NEAR(loss.value, 9, 1e-14);
  expect_near(gradient_of(loss, leaf), {-6, 6, 0, 0, 0});
  // The same examples with other scores: -3, ... take the place of the old scores.
  auto again = leaf_batch({{0}, {-3, -3, -3, 1}});
  again.batch.slots = at::tensor({0, 5, 6, 7, 8}, at::kLong);
  // The top two of 1, 0, -0.5, -3, -3, -3, -3, 1 are both 1: the batch has one of them.
  expect_near(gradient_of(sopa(again.batch), again), {-4, 0, 0, 0, 4});
}

TEST(Sota, SharesTwoCuts) {
  SotaOptions options;
  options.link = Link::raw;
  options.fpr_max = 0.5;
  options.tpr_min = 0.5;
  Objective sota = make_objective(options, 8);
  // The lower two of four positives against the upper two of four negatives: (0, -1) against (1, 0).
  const auto leaf = leaf_batch({{0, 2, -1, 5}, {1, 0, -0.5, -3}});
  const Loss loss = sota(leaf.batch);
  EXPECT_NEAR(loss.value, (4 + 1 + 9 + 4) / 4.0, 1e-14);
  expect_near(gradient_of(loss, leaf), {-6 / 4.0, 0, -10 / 4.0, 0, 10 / 4.0, 6 / 4.0, 0, 0});
}

TEST(Sopa, TakesTheMiddleOfARange) {
  SopaOptions options;
  options.link = Link::raw;
  options.fpr_min = 0.25;
  options.fpr_max = 0.75;
  Objective sopa = make_objective(options, 5);
  const auto leaf = leaf_batch(kOnePositive);
  const Loss loss = sopa(leaf.batch);
  EXPECT_NEAR(loss.value, (1 + 0.25) / 2, 1e-14);
  expect_near(gradient_of(loss, leaf), {-1.5, 0, 1, 0.5, 0});
}

TEST(Sopa, ChoosesNothingWhereItsTwoThresholdsHaveCrossed) {
  SopaOptions options = own_thresholds();
  options.fpr_min = 0.25;
  options.fpr_max = 0.75;
  Objective sopa = with_threshold(options, 2);
  sopa.state.doubles("inner_threshold")[0] = 0.5;
  const auto leaf = leaf_batch(kOnePositive);
  const Loss loss = sopa(leaf.batch);
  EXPECT_NEAR(loss.value, (1 + 0.25) / 2, 1e-14);  // at the best thresholds
  expect_near(gradient_of(loss, leaf), {0, 0, 0, 0, 0});
  EXPECT_EQ(loss.diagnostics[0].value, 0);
}

TEST(SopaS, WeighsBySoftMax) {
  SopaSOptions options;
  options.link = Link::raw;
  options.lambda = 2;
  Objective sopa_s = make_objective(options, 3);
  const auto leaf = leaf_batch({{0}, {1, 0}});  // losses 4 and 1
  const Loss loss = sopa_s(leaf.batch);
  const double high = std::exp(2.0);
  const double low = std::exp(0.5);
  EXPECT_NEAR(loss.value, 2 * std::log((high + low) / 2), 1e-14);
  const double share = high / (high + low);
  expect_near(gradient_of(loss, leaf), {-4 * share - 2 * (1 - share), 4 * share, 2 * (1 - share)});
}

TEST(SopaS, AveragesOverVisitsFromTheFirstOn) {
  SopaSOptions options;
  options.link = Link::raw;
  options.gamma0 = 0.25;
  Objective sopa_s = make_objective(options, 2);
  sopa_s(leaf_batch({{0}, {0}}).batch);  // loss 1: u = e
  EXPECT_NEAR(sopa_s.state.doubles("log_u")[0], 1, 1e-14);
  const auto leaf = leaf_batch({{0}, {1}});  // loss 4
  const Loss loss = sopa_s(leaf.batch);
  const double u = 0.75 * std::exp(1.0) + 0.25 * std::exp(4.0);
  EXPECT_NEAR(loss.value, std::log(u), 1e-14);
  const double weight = std::exp(4.0) / u;
  expect_near(gradient_of(loss, leaf), {-4 * weight, 4 * weight});
}

// The means that were remembered belong to another lambda. A first visit is exact, so that is what the next one is.
TEST(SopaS, ForgetsWhenLambdaChanges) {
  for (const char* name : {"sopa-s", "sota-s"}) {
    Objective objective = make_objective(name, {{"link", "raw"}, {"gamma0", "0.1"}, {"lambda", "10"}}, 3);
    objective(leaf_batch({{0}, {1, 0}}).batch);
    objective.state.set_number("lambda", 0.5);
    Objective fresh = make_objective(name, {{"link", "raw"}, {"gamma0", "0.1"}, {"lambda", "0.5"}}, 3);
    for (int visit = 0; visit < 3; ++visit) {
      const auto leaf = leaf_batch({{0.1 * visit}, {1, 0}});
      const auto other = leaf_batch({{0.1 * visit}, {1, 0}});
      expect_near(gradient_of(objective(leaf.batch), leaf), gradient_of(fresh(other.batch), other));
    }
  }
}

TEST(SotaS, WeighsPositivesAndNegatives) {
  SotaSOptions options;
  options.link = Link::raw;
  options.lambda = 1;
  options.lambda2 = 0.5;
  Objective sota_s = make_objective(options, 3);
  const auto leaf = leaf_batch({{0, 1}, {0}});  // losses 1 and 0
  const Loss loss = sota_s(leaf.batch);
  const double v = (std::exp(2.0) + 1) / 2;  // mean of u^(lambda / lambda2)
  EXPECT_NEAR(loss.value, 0.5 * std::log(v), 1e-14);
  const double weight = std::exp(1.0) * std::exp(1.0) / v / 2;
  expect_near(gradient_of(loss, leaf), {-2 * weight, 0, 2 * weight});
}

TEST(AucSh, IsTheMeanOverPairs) {
  Objective auc = make_objective("auc-sh", {{"link", "raw"}}, 0);
  const auto leaf = leaf_batch({{0, 2}, {1, -0.5}});  // losses 4, 0.25; 0, 0
  const Loss loss = auc(leaf.batch);
  EXPECT_NEAR(loss.value, 4.25 / 4, 1e-14);
  expect_near(gradient_of(loss, leaf), {-(4 + 1) / 4.0, 0, 1, 0.25});
}

TEST(PPush, RaisesEachNegativesMeanToAPower) {
  Objective push = make_objective("p-push", {{"link", "raw"}, {"power", "4"}}, 3);
  const auto leaf = leaf_batch({{0}, {0, -0.5}});  // losses 1 and 0.25
  const Loss loss = push(leaf.batch);
  EXPECT_NEAR(loss.value, (1 + std::pow(0.25, 4)) / 2, 1e-14);
  const double first = 4 * 1.0 * 2 / 2;
  const double second = 4 * std::pow(0.25, 3) * 1 / 2;
  expect_near(gradient_of(loss, leaf), {-first - second, first, second});
}

TEST(Mb, TakesTheBatchsOwnTopAndBottom) {
  Objective mb = make_objective(
      "mb", {{"link", "raw"}, {"top_negatives", "0.5"}, {"bottom_positives", "0.5"}, {"tpr_min", "0.5"}}, 0);
  const auto leaf = leaf_batch({{0, 2}, {1, -0.5}});
  const Loss loss = mb(leaf.batch);
  EXPECT_NEAR(loss.value, 4, 1e-14);
  expect_near(gradient_of(loss, leaf), {-4, 0, 4, 0});
}

TEST(Mb, SharesTheCutAmongEqualScores) {
  Objective mb = make_objective("mb", {{"link", "raw"}, {"top_negatives", "0.5"}}, 0);
  const auto leaf = leaf_batch({{0}, {0, 0, 0, -0.5}});  // the highest two of three equal ones
  const Loss loss = mb(leaf.batch);
  EXPECT_NEAR(loss.value, 1, 1e-14);
  expect_near(gradient_of(loss, leaf), {-2, 2.0 / 3, 2.0 / 3, 2.0 / 3, 0});
}

TEST(AwPoly, WeighsTheNegativeByAPowerOfItsScore) {
  Objective aw = make_objective("aw-poly", {{"gamma", "3"}}, 0);
  const auto leaf = leaf_batch({{0}, {0}});  // both scores 1/2 after the sigmoid: loss 1, weight (1/2)^(1/2)
  const Loss loss = aw(leaf.batch);
  const double weight = std::sqrt(0.5);
  EXPECT_NEAR(loss.value, weight, 1e-14);
  // dL/dh = 2, link's slope 1/4; the weight's own slope: weight x 1/2 x (1 - 1/2).
  expect_near(gradient_of(loss, leaf), {-weight / 2, weight / 2 + weight / 4});
}

TEST(AwExp, WeighsTheNegativeByASaturatingExponential) {
  Objective aw = make_objective("aw-exp", {{"gamma", "2"}}, 0);
  const auto leaf = leaf_batch({{0}, {0}});  // both scores 1/2 after the sigmoid: loss 1, weight 1 - exp(-1)
  const Loss loss = aw(leaf.batch);
  const double weight = 1 - std::exp(-1.0);
  EXPECT_NEAR(loss.value, weight, 1e-14);
  // dL/dh = 2, link's slope 1/4; the weight's own slope: gamma exp(-1) x 1/4.
  expect_near(gradient_of(loss, leaf), {-weight / 2, weight / 2 + std::exp(-1.0) / 2});
}

TEST(Staco, MovesWeightsThresholdsAndLevel) {
  StacoOptions options;
  options.link = Link::raw;
  options.fpr_max = 0.5;
  options.tpr_min = 0.5;
  options.weight_step = 0.1;
  options.threshold_step = 0.2;
  options.level_step = 0.3;
  Objective staco = make_objective(options, 4);
  const auto leaf = leaf_batch({{0, 2}, {1, -0.5}});  // losses 4, 0.25; 0, 0
  const Loss loss = staco(leaf.batch);
  // Thresholds 2.125 and 0, costs 4 and 0, level 2. The weights become 1 and 1 + 0.1 (0 - 2)/0.5.
  EXPECT_NEAR(loss.value, 4, 1e-14);
  expect_near(gradient_of(loss, leaf), {-4, 0, 4, 0});
  expect_near({staco.state.doubles("weight")[0], staco.state.doubles("weight")[1]}, {1, 0.6});
  // The second positive selected nothing: s <- 0 - 0.2 (0.6/0.5)(1 - 0); the first selected its share.
  expect_near({staco.state.doubles("threshold")[0], staco.state.doubles("threshold")[1]}, {2.125, -0.24});
  EXPECT_NEAR(staco.state.number("level"), 2 - 0.3 * (1 - 0.8 / 0.5), 1e-14);
}

TEST(Staco, TakesItsStepsFromTheMeanLoss) {
  Objective staco = make_objective("staco", {{"link", "raw"}, {"fpr_max", "0.5"}, {"tpr_min", "0.5"}}, 6);
  // Losses 4 and 1; 1 and 0; 0.25 and 0: mean 6.25/6. Costs 4, 1, 0.25; k = round(1.5) = 2: level 0.625.
  const auto leaf = leaf_batch({{0, 1, 1.5}, {1, 0}});
  staco(leaf.batch);
  const double mean_loss = 6.25 / 6;
  const double last = 1 + (0.25 - 0.625) / mean_loss;
  EXPECT_NEAR(staco.state.doubles("weight")[2], last, 1e-14);
  EXPECT_NEAR(staco.state.number("level"), 0.625 - 0.5 * mean_loss * (1 - (2 + last) / 3 / 0.5), 1e-14);
}

TEST(Pauci, StepsItsOwnVariables) {
  Objective pauci = make_objective("pauci", {{"fpr_max", "0.25"}, {"sharpness", "4"}}, 0);
  pauci.begin_stage(0.01);
  pauci.state.set_number("a", 0.5);
  pauci.state.set_number("b", 0.5);
  pauci.state.set_number("s_n", 1);
  pauci.state.set_number("started", 1);
  const auto leaf = leaf_batch({{0}, {0}});  // both scores 1/2 after the sigmoid: z of the negative is 1, at the cut
  const Loss loss = pauci(leaf.batch);
  EXPECT_NEAR(loss.value, 1 - 1 + 1 + std::log(2.0) / 4 / 0.25, 1e-14);
  // The negative weighs 0.5/0.25, z has slope 2, the link's slope is 1/4.
  expect_near(gradient_of(loss, leaf), {-0.5, 1});
  EXPECT_NEAR(pauci.state.number("s_n"), 1 - 0.1 * (1 - 2), 1e-14);
  EXPECT_NEAR(pauci.state.number("g"), 0.01 * (2 * 2 * 0.5 - 2 * 0.5), 1e-14);
  EXPECT_EQ(pauci.state.number("a"), 0.5);
}

TEST(Pauci, StartsAtTheBestOfTheFirstBatchAndStaysWithinItsBounds) {
  Objective pauci = make_objective("pauci", {{"fpr_max", "0.5"}, {"tpr_min", "0.5"}}, 0);
  pauci.begin_stage(0.01);
  const double third = std::log(0.5);  // 1/3 after the sigmoid
  const Loss loss = pauci(test::batch_of({{40, third}, {0, -40}}));
  EXPECT_NEAR(loss.diagnostics[0].value, 1.0 / 3, 1e-12);  // a: the lower positive
  EXPECT_NEAR(loss.diagnostics[1].value, 0.5, 1e-12);      // b: the higher negative
  EXPECT_NEAR(loss.diagnostics[2].value, 0.5 - 1.0 / 3, 1e-12);
  pauci.state.set_number("b", 1);
  pauci.state.set_number("g", -1);
  pauci(test::batch_of({{40, third}, {40, 40}}));
  EXPECT_NEAR(pauci.state.number("g"), pauci.state.number("b") - 1, 1e-14);
}

TEST(SvmPauc, RanksTheTopNegativesAbove) {
  Objective svm = make_objective("svm-pauc", {{"fpr_max", "0.5"}}, 0);
  const auto leaf = leaf_batch(kOnePositive);
  const Loss loss = svm(leaf.batch);
  // The first two ranks count 1/0.5 each: 2 + 1 and 2 + 0 above the positive; -0.5 and -3 do not exceed it.
  EXPECT_NEAR(loss.value, 5.0 / 4, 1e-14);
  expect_near(gradient_of(loss, leaf), {-0.5, 0.25, 0.25, 0, 0});
}

TEST(SvmPauc, RanksAllNegativesBeforeARangeAboveToReachIt) {
  Objective svm = make_objective("svm-pauc", {{"fpr_min", "0.25"}, {"fpr_max", "0.75"}}, 0);
  const auto leaf = leaf_batch(kOnePositive);
  const Loss loss = svm(leaf.batch);
  // 1, 2 + 0, 2 - 0.5 and -3: the first three together.
  EXPECT_NEAR(loss.value, 4.5 / 4, 1e-14);
  expect_near(gradient_of(loss, leaf), {-0.75, 0.25, 0.25, 0.25, 0});
}

TEST(SvmPauc, SharesItsSubgradientAmongTies) {
  Objective svm = make_objective("svm-pauc", {{"fpr_max", "0.5"}}, 0);
  const auto leaf = leaf_batch({{1}, {0, 0, 0, -5}});  // the first two of three equal ones, in any order
  const Loss loss = svm(leaf.batch);
  EXPECT_NEAR(loss.value, 2.0 / 4, 1e-14);
  expect_near(gradient_of(loss, leaf), {-0.5, 0.5 / 3, 0.5 / 3, 0.5 / 3, 0});
}

TEST(Ce, IsTheLogarithmOfTwoAtZero) {
  Objective ce = make_objective("ce", {}, 0);
  const auto leaf = leaf_batch({{0}, {0, 0, 0}});
  const Loss loss = ce(leaf.batch);
  EXPECT_NEAR(loss.value, std::log(2.0), 1e-15);
  expect_near(gradient_of(loss, leaf), {-0.125, 0.125, 0.125, 0.125});
}

TEST(Ce, TakesWeightsAndABatchOfOneClass) {
  Objective ce = make_objective("ce", {}, 0);
  const at::Tensor scores = test::numbers({0, std::log(3.0)}).set_requires_grad(true);
  const Loss loss = ce(make_scored_batch(scores, test::numbers({0, 0}), {}, test::numbers({3, 1})));
  EXPECT_NEAR(loss.value, (3 * std::log(2.0) + std::log(4.0)) / 4, 1e-15);
  loss.differentiable.backward();
  expect_near(values_of(scores.grad()), {3 * 0.5 / 4, 0.75 / 4});
}

TEST(AucM, StepsItsOwnVariables) {
  Objective auc_m = make_objective("auc-m", {{"link", "raw"}, {"gamma", "10"}}, 0);
  auc_m.begin_stage(0.1);
  const auto leaf = leaf_batch({{1, 3}, {-1}});
  const Loss loss = auc_m(leaf.batch);
  EXPECT_NEAR(loss.value, 1, 1e-14);                     // at the best a = 2, b = -1, q = 0
  expect_near(gradient_of(loss, leaf), {1, 3, -2});      // 2 (h - a - q)/P, 2 (h - b + q)/N
  EXPECT_NEAR(auc_m.state.number("a"), 0.1 * 4, 1e-14);  // 2 x mean 2
  EXPECT_NEAR(auc_m.state.number("b"), -0.1 * 2, 1e-14);
  EXPECT_EQ(auc_m.state.number("q"), 0);  // 1 - 1 - 2 < 0: held at 0
  auc_m(leaf.batch);
  EXPECT_NEAR(auc_m.state.number("a"), 0.4 - 0.1 * (-2 * (2 - 0.4) + 0.4 / 10), 1e-14);
  auc_m.begin_stage(0.01);
  EXPECT_NEAR(auc_m.state.number("a_reference"), (0.4 + 0.4 - 0.1 * (-2 * (2 - 0.4) + 0.4 / 10)) / 2, 1e-14);
}

TEST(AucM, AndSotaAndPauciWantToKnowTheLearningRate) {
  const Settings own = {{"thresholds", "own"}};
  for (Objective objective :
       {make_objective("auc-m", {}, 4), make_objective("sota", own, 4), make_objective("pauci", {}, 4)}) {
    EXPECT_THROW(objective(test::batch_of({{1}, {0}})), UserError);
  }
}

}  // namespace
}  // namespace pauc
