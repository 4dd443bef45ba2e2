#include "pauc/metric/roc.h"

#include "support/problems.h"

namespace pauc {
namespace {

using test::Problem;
using test::Ties;
using test::Weights;
using testing::ElementsAre;

TEST(RocCurve, HasACornerForEachDistinctScore) {
  const Problem problem = {{1, 0, 1, 0, 1}, {0.9, 0.5, 0.5, 0.1, 0.1}, {}};
  const RocCurve curve = roc_curve(problem.cases());
  EXPECT_THAT(curve.thresholds, ElementsAre(0.9, 0.5, 0.1));
  ASSERT_EQ(curve.vertices.size(), 4U);
  EXPECT_EQ(curve.vertices[1].positives, 1);
  EXPECT_EQ(curve.vertices[1].negatives, 0);
  EXPECT_EQ(curve.vertices[2].positives, 2);
  EXPECT_EQ(curve.vertices[2].negatives, 1);
  EXPECT_EQ(curve.totals().positives, 3);
  EXPECT_EQ(curve.totals().negatives, 2);
}

TEST(RocCurve, LeavesOutRowsOfWeightZero) {
  const Problem problem = {{1, 0, 1, 0}, {4, 3, 2, 1}, {1, 0, 1, 2}};
  const RocCurve curve = roc_curve(problem.cases());
  EXPECT_THAT(curve.thresholds, ElementsAre(4, 2, 1));
  // Mass is counted in rows of mean weight: 4 units of weight on 3 rows.
  EXPECT_DOUBLE_EQ(curve.totals().negatives, 2 * 3.0 / 4);
  EXPECT_DOUBLE_EQ(curve.totals().positives, 2 * 3.0 / 4);
}

TEST(OperatingPoint, IsTheLowestScoreThatKeepsTheRate) {
  // 10 negatives 1..10; positives at 9.5, 8.5 and 0.5.
  Problem problem{{1, 1, 1}, {9.5, 8.5, 0.5}, {}};
  for (int j = 1; j <= 10; ++j) {
    problem.labels.push_back(0);
    problem.scores.push_back(j);
  }
  const RocCurve curve = roc_curve(problem.cases());
  const OperatingPoint tenth = operating_point(curve, 0.1);
  EXPECT_TRUE(tenth.exists);
  EXPECT_EQ(tenth.threshold, 9.5);  // 10 and 9.5 are let through; 9 would be the second negative
  EXPECT_DOUBLE_EQ(tenth.realised_fpr, 0.1);
  EXPECT_DOUBLE_EQ(tenth.tpr, 1.0 / 3);
  EXPECT_EQ(operating_point(curve, 0.29).threshold, 8.5);
  EXPECT_EQ(operating_point(curve, 1).threshold, 0.5);
}

TEST(OperatingPoint, DoesNotExistWhereTheHighestScoreLetsThroughTooMany) {
  const Problem problem = {{0, 1}, {2, 1}, {}};
  EXPECT_FALSE(operating_point(roc_curve(problem.cases()), 0.5).exists);
  EXPECT_EQ(measured(roc_curve(problem.cases()).vertices, TprAt{0.5}), 0);
}

TEST(OperatingPoint, GuardsAgainstRepresentation) {
  Problem problem{{1}, {-1}, {}};
  for (int j = 0; j < 100; ++j) {
    problem.labels.push_back(0);
    problem.scores.push_back(j);
  }
  EXPECT_DOUBLE_EQ(operating_point(roc_curve(problem.cases()), 0.29).realised_fpr, 0.29);
}

// Fifteen times 0.2 is summed to a little more than 3.
TEST(OperatingPoint, GuardsAgainstTheRoundingOfSums) {
  RocCurve curve;
  curve.vertices = {{0, 0}};
  for (int k = 1; k <= 30; ++k) {
    curve.vertices.push_back({curve.vertices.back().negatives + 0.2, k / 30.0});
    curve.thresholds.push_back(-k);
  }
  EXPECT_EQ(operating_point(curve, 0.5).threshold, -15);
}

TEST(OperatingPoint, AgreesWithCountingAtEveryCandidate) {
  Random random(21);
  for (int round = 0; round < 300; ++round) {
    const Problem problem = test::random_problem(random, Ties::many, Weights::whole);
    const double rate = 0.01 * random.below(101);
    double negatives = 0;
    double positives = 0;
    for (std::size_t i = 0; i < problem.labels.size(); ++i) {
      (problem.labels[i] != 0 ? positives : negatives) += problem.weights[i];
    }
    OperatingPoint best;
    for (std::size_t candidate = 0; candidate < problem.scores.size(); ++candidate) {
      if (problem.weights[candidate] == 0) continue;
      double passed[2] = {0, 0};
      for (std::size_t i = 0; i < problem.scores.size(); ++i) {
        if (problem.scores[i] >= problem.scores[candidate]) passed[problem.labels[i]] += problem.weights[i];
      }
      if (passed[0] > rate * negatives + 1e-9) continue;
      if (best.exists && best.threshold <= problem.scores[candidate]) continue;
      best = {rate, true, problem.scores[candidate], passed[0] / negatives, passed[1] / positives};
    }
    const OperatingPoint found = operating_point(roc_curve(problem.cases()), rate);
    ASSERT_EQ(found.exists, best.exists);
    if (!found.exists) continue;
    ASSERT_EQ(found.threshold, best.threshold);
    ASSERT_NEAR(found.tpr, best.tpr, 1e-12);
    ASSERT_NEAR(found.realised_fpr, best.realised_fpr, 1e-12);
  }
}

}  // namespace
}  // namespace pauc
