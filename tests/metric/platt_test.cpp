#include "pauc/metric/platt.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstdio>

#include "pauc/core/error.h"
#include "support/command.h"
#include "support/problems.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::Problem;

// The loss that Platt's scaling minimises, by its definition.
double loss_of(const Problem& problem, const Platt& platt) {
  double positives = 0;
  double negatives = 0;
  const double mass = check(problem.cases()).mass_per_weight();
  const auto weight = [&](std::size_t k) { return problem.weights.empty() ? 1 : mass * problem.weights[k]; };
  for (std::size_t k = 0; k < problem.labels.size(); ++k) (problem.labels[k] == 1 ? positives : negatives) += weight(k);
  double loss = 0;
  for (std::size_t k = 0; k < problem.labels.size(); ++k) {
    const double target = problem.labels[k] == 1 ? (positives + 1) / (positives + 2) : 1 / (negatives + 2);
    const double z = platt.slope * problem.scores[k] + platt.shift;
    const double log_1_plus = z > 0 ? z + std::log1p(std::exp(-z)) : std::log1p(std::exp(z));
    loss += weight(k) * (log_1_plus - target * z);
  }
  return loss;
}

// Nowhere around is the loss lower.
void expect_optimum(const Problem& problem, const Platt& platt) {
  const double best = loss_of(problem, platt);
  for (const double step : {1e-3, 1e-2, 0.1}) {
    for (int direction = 0; direction < 8; ++direction) {
      const double slope = platt.slope + step * std::abs(platt.slope) * std::cos(direction * 0.785398);
      const double shift = platt.shift + step * std::max(1.0, std::abs(platt.shift)) * std::sin(direction * 0.785398);
      if (slope < 0) continue;  // such slopes are not allowed
      EXPECT_GE(loss_of(problem, {slope, shift}), best - 1e-10 * best);
    }
  }
}

TEST(Platt, FindsTheLeastLossOnRandomProblems) {
  Random random(3);
  for (const test::Weights weights : {test::Weights::none, test::Weights::any}) {
    for (int trial = 0; trial < 50; ++trial) {
      const Problem problem = test::random_problem(random, test::Ties::many, weights);
      expect_optimum(problem, fit_platt(problem.cases()));
    }
  }
}

// Weights count by their ratios: grams or tons.
TEST(Platt, DoesNotDependOnTheScaleOfTheWeights) {
  Random random(4);
  for (int trial = 0; trial < 20; ++trial) {
    Problem problem = test::random_problem(random, test::Ties::many, test::Weights::any);
    const Platt platt = fit_platt(problem.cases());
    for (double& weight : problem.weights) weight *= 1e-4;
    const Platt scaled = fit_platt(problem.cases());
    EXPECT_NEAR(scaled.slope, platt.slope, 1e-6 * (1 + std::abs(platt.slope)));
    EXPECT_NEAR(scaled.shift, platt.shift, 1e-6 * (1 + std::abs(platt.shift)));
  }
}

TEST(Platt, ScoresThatRankBackwardsHaveNoSlope) {
  Random random(5);
  for (const test::Weights weights : {test::Weights::none, test::Weights::any}) {
    Problem problem = test::random_problem(random, test::Ties::none, weights);
    const Platt forwards = fit_platt(problem.cases());
    for (double& score : problem.scores) score = -score;
    const Platt backwards = fit_platt(problem.cases());
    EXPECT_NE(forwards.slope > 0, backwards.slope > 0);
    EXPECT_EQ(std::min(forwards.slope, backwards.slope), 0);
    expect_optimum(problem, backwards);
  }
}

TEST(Platt, FollowsShiftsAndScalesOfTheScores) {
  Random random(4);
  const Problem problem = test::binormal_problem(random, 60, 200, 1.5);
  const Platt platt = fit_platt(problem.cases());
  for (const double scale : {1e-6, 1e6}) {
    Problem moved = problem;
    for (double& score : moved.scores) score = scale * (score + 7);
    const Platt other = fit_platt(moved.cases());
    for (std::size_t k = 0; k < problem.scores.size(); ++k) {
      EXPECT_NEAR(other.probability(moved.scores[k]), platt.probability(problem.scores[k]), 1e-6);
    }
  }
}

TEST(Platt, SeparableAndConstantScoresGiveFiniteNumbers) {
  for (const std::vector<double>& scores : {std::vector<double>{-1, -2, 3, 4},
                                            {0, 0, 0, 0},
                                            {1e8, 1e8, 1e8 + 1, 1e8 + 2},
                                            {-1e300, -1e299, 1e299, 1e300}}) {
    const Problem problem{{0, 0, 1, 1}, scores, {}};
    const Platt platt = fit_platt(problem.cases());
    EXPECT_TRUE(std::isfinite(platt.slope)) << scores[0];
    EXPECT_TRUE(std::isfinite(platt.shift)) << scores[0];
    for (const double score : scores) {
      EXPECT_GE(platt.probability(score), 0);
      EXPECT_LE(platt.probability(score), 1);
    }
  }
  const Platt constant = fit_platt(Problem{{0, 1, 1, 1}, {2, 2, 2, 2}, {}}.cases());
  EXPECT_NEAR(constant.probability(2), (3 * 0.8 + 1.0 / 3) / 4, 1e-6);
}

TEST(Platt, ProbabilityRisesWithTheScoreAndStaysInside) {
  const Platt platt{2, -1};
  EXPECT_DOUBLE_EQ(platt.probability(0.5), 0.5);
  EXPECT_EQ(platt.probability(-1e6), 0);
  EXPECT_EQ(platt.probability(1e6), 1);
}

// scikit-learn minimises the same loss by BFGS; its slope and shift have the opposite sign.
TEST(Platt, AgreesWithScikitLearn) {
  const test::TemporaryFolder folder;
  Random random(8);
  const Problem problem = test::binormal_problem(random, 80, 300, 1.2);
  std::string rows;
  for (std::size_t k = 0; k < problem.scores.size(); ++k) {
    rows += joined(static_cast<int>(problem.labels[k]), " ", problem.scores[k], "\n");
  }
  const std::string script = folder.file("platt.py",
                                         "import sys, numpy\n"
                                         "from sklearn.calibration import _SigmoidCalibration\n"
                                         "rows = numpy.loadtxt(sys.argv[1])\n"
                                         "fitted = _SigmoidCalibration().fit(rows[:, 1], rows[:, 0])\n"
                                         "print(-fitted.a_, -fitted.b_)\n");
  const auto answer = test::run_shell(joined(PAUC_PYTHON, " ", script, " ", folder.file("rows.txt", rows)));
  ASSERT_EQ(answer.exit_code, 0) << answer.err;
  double slope = 0;
  double shift = 0;
  ASSERT_EQ(std::sscanf(answer.out.c_str(), "%lf %lf", &slope, &shift), 2) << answer.out;
  const Platt platt = fit_platt(problem.cases());
  EXPECT_NEAR(platt.slope, slope, 1e-4);
  EXPECT_NEAR(platt.shift, shift, 1e-4);
}

}  // namespace
}  // namespace pauc
