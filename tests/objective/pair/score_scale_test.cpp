// The sigmoid surrogate: its scale, its defaults and what it refuses.
#include "pauc/objective/pair/score_scale.h"

#include <ATen/Functions.h>

#include <cmath>

#include "pauc/objective/lambda.h"
#include "pauc/objective/make_objective.h"
#include "support/batches.h"
#include "support/near.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::ClassScores;
using test::leaf_batch;
using testing::HasSubstr;

AucShOptions sigmoid_options() {
  AucShOptions options;
  options.surrogate = SurrogateKind::sigmoid;
  return options;
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

TEST(SigmoidSurrogate, IsTheSigmoidOfTheGapInUnitsOfTheDeviation) {
  Objective objective = make_objective(sigmoid_options(), 0);
  const auto leaf = leaf_batch({{3}, {-1}});  // deviation 2, so c = 0.3 x 2
  const Loss loss = objective(leaf.batch);
  loss.differentiable.backward();
  const double expected = sigmoid(-4 / 0.6);
  EXPECT_NEAR(loss.value, expected, 1e-15);
  const double slope = expected * (1 - expected) / 0.6;
  test::expect_near(test::values_of(leaf.scores.grad()), {-slope, slope});
}

TEST(SigmoidSurrogate, TakesItsTemperature) {
  AucShOptions options = sigmoid_options();
  options.temperature = 2;
  Objective objective = make_objective(options, 0);
  EXPECT_NEAR(objective(test::batch_of({{3}, {-1}})).value, sigmoid(-4 / 4.0), 1e-15);
}

TEST(SigmoidSurrogate, KeepsTheScaleOfTheFirstBatch) {
  Objective objective = make_objective(sigmoid_options(), 0);
  EXPECT_EQ(objective.state.number(kScoreScale), 0);
  objective(test::batch_of({{3}, {-1}}));
  EXPECT_EQ(objective.state.number(kScoreScale), 2);
  EXPECT_NEAR(objective(test::batch_of({{30}, {-10}})).value, sigmoid(-40 / 0.6), 1e-15);
  EXPECT_EQ(objective.state.number(kScoreScale), 2);
}

TEST(SigmoidSurrogate, TakesTheScaleThatATrainerSets) {
  Objective objective = make_objective(sigmoid_options(), 0);
  set_score_scale(std::vector<double>{0, 10}, objective.state);
  EXPECT_EQ(objective.state.number(kScoreScale), 5);
  EXPECT_NEAR(objective(test::batch_of({{3}, {-1}})).value, sigmoid(-4 / 1.5), 1e-15);
}

TEST(SigmoidSurrogate, KeepsNoScaleOfARefusedBatch) {
  Objective objective = make_objective(sigmoid_options(), 0);
  EXPECT_THROW(objective(test::batch_of({{3, 1}, {}})), UserError);
  EXPECT_EQ(objective.state.number(kScoreScale), 0);
}

TEST(SigmoidSurrogate, TakesOneForEqualScores) {
  EXPECT_EQ(score_deviation(std::vector<double>(7, 0.1)), 1);
  EXPECT_EQ(score_deviation(std::vector<double>{}), 1);
  EXPECT_EQ(score_deviation(std::vector<double>{-1, 1}), 1);
  EXPECT_DOUBLE_EQ(score_deviation(std::vector<double>{1e6, 1e6 + 1}), 0.5);
  Objective objective = make_objective(sigmoid_options(), 0);
  EXPECT_EQ(objective(test::batch_of({{0.1, 0.1}, {0.1}})).value, 0.5);
  EXPECT_EQ(objective.state.number(kScoreScale), 1);
}

TEST(SigmoidSurrogate, OnlyHasAScaleOfItsOwn) {
  EXPECT_FALSE(make_objective(AucShOptions{}, 0).state.has(kScoreScale));
  State state = make_objective(AucShOptions{}, 0).state;
  set_score_scale(std::vector<double>{0, 10}, state);
  EXPECT_FALSE(state.has(kScoreScale));
}

TEST(SigmoidSurrogate, GivesLambdaTheScaleOfTheState) {
  Random random(8);
  const ClassScores scores = test::random_class_scores(random, 30, 90);
  const ScoredBatch batch = test::batch_of(scores);
  SopaSOptions options;
  options.surrogate = SurrogateKind::sigmoid;
  State state = make_objective(options, 120).state;
  state.set_number(kScoreScale, 4);
  const RegionBounds region{0.3, 0};
  match_to_scores({{"lambda", MatchedOption::Bound::fpr_max}}, batch.scores, batch.labels, region, options, state);
  SopaSOptions same = options;
  same.temperature = 0.3 * 4 / score_deviation(test::values_of(batch.scores));
  EXPECT_NEAR(state.number("lambda"), lambda_for(batch.scores, batch.labels, 0.3, same).value, 1e-9);
}

TEST(PairOptions, HaveDefaultsThatDependOnTheSurrogate) {
  for (const auto kind : {SurrogateKind::squared_hinge, SurrogateKind::logistic}) {
    PairOptions options;
    options.surrogate = kind;
    EXPECT_EQ(completed(options).link, Link::sigmoid);
    EXPECT_EQ(completed(options).temperature, 1);
  }
  EXPECT_EQ(completed(sigmoid_options()).link, Link::raw);
  EXPECT_EQ(completed(sigmoid_options()).temperature, 0.3);
}

TEST(PairOptions, RefuseTheSigmoidOfSigmoids) {
  const auto refused = [](const char* objective, const Settings& settings) {
    return test::refusal_of([&] { make_objective(objective, settings, 0); }, Fault::usage);
  };
  for (const char* objective : {"sopa", "sopa-s", "sota", "sota-s", "auc-sh", "p-push", "mb"}) {
    EXPECT_THAT(refused(objective, {{"surrogate", "sigmoid"}, {"link", "sigmoid"}}),
                HasSubstr("link: expected raw for the sigmoid surrogate"));
    EXPECT_EQ(refused(objective, {{"surrogate", "sigmoid"}, {"link", "raw"}, {"temperature", "auto"}}), "");
  }
  EXPECT_THAT(refused("aw-poly", {{"surrogate", "sigmoid"}}), HasSubstr("surrogate: aw-poly does not take sigmoid"));
  EXPECT_THAT(refused("sopa", {{"surrogate", "sigmoid"}, {"temperature", "0"}}), HasSubstr("temperature: expected"));
}

}  // namespace
}  // namespace pauc
