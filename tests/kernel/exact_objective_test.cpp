#include "pauc/kernel/exact_objective.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "kernel/pairs.h"
#include "pauc/core/error.h"
#include "support/rounds.h"

namespace pauc::kernel {
namespace {

using test::Pairs;

long double loss(double positive, double negative) {
  const long double reach = std::max(0.0L, 1 - static_cast<long double>(positive) + negative);
  return reach * reach;
}

// The mean of the largest `count` values, the last with its fraction.
long double mean_of_largest(std::vector<long double> values, double count) {
  std::sort(values.rbegin(), values.rend());
  long double sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k) {
    sum += values[k] * std::clamp(count - static_cast<double>(k), 0.0, 1.0);
  }
  return sum / count;
}

// CVaR by its definition: each positive's own largest losses, then the largest of those.
long double cvar_by_definition(const Pairs& scores, double fpr_max, double tpr_min) {
  std::vector<long double> rows;
  for (const double positive : scores.positives) {
    std::vector<long double> losses;
    for (const double negative : scores.negatives) losses.push_back(loss(positive, negative));
    rows.push_back(mean_of_largest(losses, fpr_max * static_cast<double>(losses.size())));
  }
  return mean_of_largest(rows, (1 - tpr_min) * static_cast<double>(rows.size()));
}

TEST(ExactCvar, FollowsItsDefinition) {
  Random random(5);
  for (int round = 0; round < test::rounds(500); ++round) {
    const Pairs scores = test::random_pairs(random);
    CvarOptions options;
    options.fpr_max = 0.01 + 0.99 * random.uniform();
    options.tpr_min = round % 2 == 0 ? 0 : 0.99 * random.uniform();
    const auto expected = static_cast<double>(cvar_by_definition(scores, options.fpr_max, options.tpr_min));
    const double found = exact_cvar({scores.positives, scores.negatives}, options).value;
    ASSERT_NEAR(found, expected, 1e-12 * (1 + expected));
  }
}

TEST(ExactCvar, OfARangeIsTheDifferenceOfTwo) {
  Random random(6);
  const Pairs scores = test::random_pairs(random);
  const ScorePair pair{scores.positives, scores.negatives};
  const auto value = [&](double from, double to) {
    CvarOptions options;
    options.fpr_min = from;
    options.fpr_max = to;
    return exact_cvar(pair, options).value;
  };
  EXPECT_NEAR(value(0.1, 0.4), (0.4 * value(0, 0.4) - 0.1 * value(0, 0.1)) / 0.3, 1e-9 * (1 + value(0, 0.1)));
}

void expect_gradient(const Pairs& scores, const std::function<ExactObjective(const ScorePair&)>& objective) {
  const ExactObjective exact = objective({scores.positives, scores.negatives});
  const double step = 1e-6;
  const auto difference = [&](bool positive, std::size_t place) {
    Pairs moved = scores;
    double& score = (positive ? moved.positives : moved.negatives)[place];
    score += step;
    const double up = objective({moved.positives, moved.negatives}).value;
    score -= 2 * step;
    return (up - objective({moved.positives, moved.negatives}).value) / (2 * step);
  };
  for (std::size_t i = 0; i < scores.positives.size(); ++i) {
    ASSERT_NEAR(exact.positive_gradients[i], difference(true, i), 1e-6);
  }
  for (std::size_t j = 0; j < scores.negatives.size(); ++j) {
    ASSERT_NEAR(exact.negative_gradients[j], difference(false, j), 1e-6);
  }
}

Pairs small_pairs(Random& random) {
  Pairs scores;
  for (int i = 0; i < 12; ++i) scores.positives.push_back(random.normal() + 0.5);
  for (int j = 0; j < 25; ++j) scores.negatives.push_back(random.normal());
  return scores;
}

TEST(ExactObjectives, HaveTheGradientsOfTheirValues) {
  Random random(7);
  for (int round = 0; round < test::rounds(5); ++round) {
    const Pairs scores = small_pairs(random);
    for (const double tpr_min : {0.0, 0.55}) {
      CvarOptions options;
      options.fpr_max = 0.33;
      options.tpr_min = tpr_min;
      expect_gradient(scores, [&](const ScorePair& pair) { return exact_cvar(pair, options); });
      options.surrogate.kind = Surrogate::Kind::logistic;
      expect_gradient(scores, [&](const ScorePair& pair) { return exact_cvar(pair, options); });
    }
    for (const double lambda2 : {0.0, 0.3, 5.0}) {
      KlOptions options;
      options.lambda = 0.7;
      options.lambda2 = lambda2;
      expect_gradient(scores, [&](const ScorePair& pair) { return exact_kl(pair, options); });
      options.surrogate.kind = Surrogate::Kind::logistic;
      expect_gradient(scores, [&](const ScorePair& pair) { return exact_kl(pair, options); });
    }
  }
}

TEST(ExactCvar, AtBetaOneIsTheMeanLossAndAtOneNegativeTheInfinitePush) {
  Random random(8);
  const Pairs scores = small_pairs(random);
  const ScorePair pair{scores.positives, scores.negatives};
  long double mean = 0;
  long double push = 0;
  const double hardest = *std::max_element(scores.negatives.begin(), scores.negatives.end());
  for (const double positive : scores.positives) {
    push += loss(positive, hardest) / 12;
    for (const double negative : scores.negatives) mean += loss(positive, negative) / (12 * 25);
  }
  CvarOptions options;
  EXPECT_NEAR(exact_cvar(pair, options).value, static_cast<double>(mean), 1e-13);
  options.fpr_max = 1.0 / 25;
  EXPECT_NEAR(exact_cvar(pair, options).value, static_cast<double>(push), 1e-13);
  KlOptions soft;
  soft.lambda = 1e6;
  EXPECT_NEAR(exact_kl(pair, soft).value, static_cast<double>(mean), 1e-4);
  soft.lambda = 1e-4;
  EXPECT_NEAR(exact_kl(pair, soft).value, static_cast<double>(push), 1e-3);
}

TEST(ExactKl, TwoWayWithEqualLambdasPoolsAllPairs) {
  Random random(9);
  const Pairs scores = small_pairs(random);
  KlOptions options;
  options.lambda = options.lambda2 = 0.4;
  long double sum = 0;
  for (const double positive : scores.positives) {
    for (const double negative : scores.negatives) sum += std::exp(loss(positive, negative) / 0.4L);
  }
  EXPECT_NEAR(exact_kl({scores.positives, scores.negatives}, options).value,
              static_cast<double>(0.4L * std::log(sum / (12 * 25))), 1e-12);
}

TEST(LambdaFor, MakesTheTwoValuesEqual) {
  Random random(10);
  const Pairs scores = small_pairs(random);
  const ScorePair pair{scores.positives, scores.negatives};
  for (const double fpr_max : {0.3, 0.05, 0.041}) {
    const MatchedLambda lambda = lambda_for(pair, fpr_max);
    EXPECT_EQ(lambda.limit, LambdaLimit::none);
    EXPECT_NEAR(kl_relative_error(pair, fpr_max, lambda.value), 0, 1e-9);
    EXPECT_GT(kl_relative_error(pair, fpr_max, 10 * lambda.value), 0.01);
  }
}

TEST(LambdaFor, FollowsTheScaleOfTheScores) {
  Random random(10);
  for (const double factor : {1e-4, 1.0, 1e4}) {
    Pairs scores = small_pairs(random);
    for (auto* side : {&scores.positives, &scores.negatives}) {
      for (double& score : *side) score *= factor;
    }
    const ScorePair pair{scores.positives, scores.negatives};
    Surrogate hinge;
    hinge.kind = Surrogate::Kind::hinge;
    hinge.margin = factor;
    const MatchedLambda lambda = lambda_for(pair, 0.3, hinge);
    EXPECT_EQ(lambda.limit, LambdaLimit::none);
    EXPECT_NEAR(kl_relative_error(pair, 0.3, lambda.value, hinge), 0, 1e-9);
  }
}

TEST(LambdaFor, TakesAnySurrogate) {
  Random random(10);
  const Pairs scores = small_pairs(random);
  Surrogate logistic;
  logistic.kind = Surrogate::Kind::logistic;
  const ScorePair pair{scores.positives, scores.negatives};
  const double lambda = lambda_for(pair, 0.3, logistic).value;
  EXPECT_NEAR(kl_relative_error(pair, 0.3, lambda, logistic), 0, 1e-9);
}

TEST(Lambda2For, MakesTheTwoMeansOverPositivesEqual) {
  Random random(12);
  const Pairs scores = small_pairs(random);
  const ScorePair pair{scores.positives, scores.negatives};
  const MatchedLambda matched = lambda2_for(pair, 0.7, 0.6);
  ASSERT_EQ(matched.limit, LambdaLimit::none);
  const double lambda2 = matched.value;
  // The largest 0.4 x 12 = 4.8 of the positives' losses, by their definition.
  std::vector<double> losses;
  for (const double positive : scores.positives) {
    long double sum = 0;
    for (const double negative : scores.negatives) sum += std::exp(loss(positive, negative) / 0.7L);
    losses.push_back(static_cast<double>(0.7L * std::log(sum / 25)));
  }
  std::sort(losses.begin(), losses.end(), std::greater<>());
  const double top = (losses[0] + losses[1] + losses[2] + losses[3] + 0.8 * losses[4]) / 4.8;
  double sum = 0;
  for (const double value : losses) sum += std::exp(value / lambda2) / 12;
  EXPECT_NEAR(lambda2 * std::log(sum), top, 1e-10);
  double deviation = 0;
  const double centre = std::accumulate(losses.begin(), losses.end(), 0.0) / 12;
  for (const double value : losses) deviation += (value - centre) * (value - centre) / 12;
  EXPECT_NEAR(lambda2_for(pair, 0.7, 0).value, 1000 * std::sqrt(deviation), 1e-6);
}

TEST(LambdaFor, SaysWhereAllLossesAreEqual) {
  Random random(13);
  for (int round = 0; round < test::rounds(500); ++round) {
    const std::vector<double> positives(1 + random.below(30), 3 * random.normal());
    const std::vector<double> negatives(1 + random.below(30), 3 * random.normal());
    const double value = std::max(1.0, static_cast<double>(loss(positives[0], negatives[0])));
    const MatchedLambda lambda = lambda_for({positives, negatives}, 0.05 + 0.9 * random.uniform());
    EXPECT_EQ(lambda.limit, LambdaLimit::equal_losses);
    EXPECT_NEAR(lambda.value, value, 1e-12 * value);
    const auto lambda2 = lambda2_for({positives, negatives}, 0.5 + random.uniform(), 0.9 * random.uniform());
    EXPECT_EQ(lambda2.limit, LambdaLimit::equal_losses);
    EXPECT_NEAR(lambda2.value, value, 1e-12 * value);
  }
}

TEST(LambdaFor, SaysWhichOfItsBoundsItReaches) {
  const std::vector<double> positive = {0};
  const std::vector<double> one_high = {1, 0, 0, 0, 0};  // losses 4 and four times 1: deviation 1.2
  const MatchedLambda largest = lambda_for({positive, one_high}, 1 - 1e-9);
  EXPECT_EQ(largest.limit, LambdaLimit::largest);
  EXPECT_NEAR(largest.value, 1200, 1e-9);
  // Only lambda = 0 gives the single largest loss.
  const MatchedLambda smallest = lambda_for({positive, one_high}, 0.2);
  EXPECT_EQ(smallest.limit, LambdaLimit::smallest);
  EXPECT_NEAR(smallest.value, 0.0012, 1e-12);
}

TEST(KlRelativeError, IsRelativeToCvar) {
  Random random(14);
  const Pairs scores = small_pairs(random);
  const ScorePair pair{scores.positives, scores.negatives};
  CvarOptions cvar;
  cvar.fpr_max = 0.2;
  KlOptions kl;
  kl.lambda = 3;
  const double hard = exact_cvar(pair, cvar).value;
  EXPECT_NEAR(kl_relative_error(pair, 0.2, 3), std::abs(exact_kl(pair, kl).value - hard) / hard, 1e-12);
}

TEST(KlValue, IsTheValueOfTheObjective) {
  Random random(16);
  const Pairs scores = small_pairs(random);
  const ScorePair pair{scores.positives, scores.negatives};
  for (const auto kind : {Surrogate::Kind::squared_hinge, Surrogate::Kind::logistic}) {
    KlOptions options;
    options.lambda = 0.3;
    options.surrogate.kind = kind;
    EXPECT_DOUBLE_EQ(kl_value(pair, 0.3, options.surrogate), exact_kl(pair, options).value);
  }
  EXPECT_THROW(kl_value(pair, 0), UserError);
  EXPECT_THROW(kl_value({scores.positives, {}}, 1), UserError);
}

TEST(RelativeError, IsNoneWhereBothValuesAreZero) {
  EXPECT_EQ(relative_error(0, 0), 0);
  EXPECT_EQ(relative_error(0.75, 0.5), 0.5);
  EXPECT_EQ(relative_error(0.25, 0.5), 0.5);
}

TEST(ExactObjectives, DoNotDependOnTheThreads) {
  Random random(15);
  Pairs scores;
  for (int i = 0; i < 200000; ++i) scores.positives.push_back(random.normal() + 1);
  for (int j = 0; j < 300000; ++j) scores.negatives.push_back(random.normal());
  const ScorePair pair{scores.positives, scores.negatives};
  CvarOptions cvar;
  cvar.fpr_min = 0.1;
  cvar.fpr_max = 0.3;
  cvar.tpr_min = 0.4;
  const auto one = exact_cvar(pair, cvar, 1);
  const auto three = exact_cvar(pair, cvar, 3);
  EXPECT_EQ(one.value, three.value);
  EXPECT_EQ(one.positive_gradients, three.positive_gradients);
  EXPECT_EQ(one.negative_gradients, three.negative_gradients);
}

TEST(ExactCvar, SharesTheCutAmongEqualScores) {
  const std::vector<double> positives = {0};
  const std::vector<double> negatives = {0, -0.5, 0, 0};
  CvarOptions options;
  options.fpr_max = 0.5;
  const auto found = exact_cvar({positives, negatives}, options);
  for (const int j : {0, 2, 3}) EXPECT_NEAR(found.negative_gradients[j], 2.0 / 3, 1e-14);
  EXPECT_EQ(found.negative_gradients[1], 0);
}

TEST(LambdaFor, IsTheLargestForTheWholeAuc) {
  const std::vector<double> positive = {0};
  const std::vector<double> negatives = {1, 0, 0, 0, 0};
  const MatchedLambda lambda = lambda_for({positive, negatives}, 1);
  EXPECT_EQ(lambda.limit, LambdaLimit::none);
  EXPECT_NEAR(lambda.value, 1200, 1e-9);
}

TEST(ExactObjectives, RefuseWhatTheyCannotUse) {
  const std::vector<double> some = {1, 2};
  const std::vector<double> none;
  const std::vector<double> bad = {1, std::nan("")};
  EXPECT_THROW(exact_cvar({none, some}, {}), UserError);
  EXPECT_THROW(exact_cvar({some, none}, {}), UserError);
  EXPECT_THROW(exact_cvar({some, bad}, {}), UserError);
  CvarOptions range;
  range.fpr_max = 0;
  EXPECT_THROW(exact_cvar({some, some}, range), UserError);
  CvarOptions two_sided;
  two_sided.surrogate.kind = Surrogate::Kind::squared;
  EXPECT_THROW(exact_cvar({some, some}, two_sided), UserError);
  KlOptions kl;
  kl.lambda = 0;
  EXPECT_THROW(exact_kl({some, some}, kl), UserError);
}

}  // namespace
}  // namespace pauc::kernel
