#include "pauc/metric/screening.h"

#include <cmath>

#include "support/problems.h"

namespace pauc {
namespace {

using test::Problem;
using test::Ties;
using test::Weights;

Problem ranked(const std::vector<int>& labels_from_the_top) {
  Problem problem;
  for (const int label : labels_from_the_top) {
    problem.labels.push_back(static_cast<std::uint8_t>(label));
    problem.scores.push_back(-static_cast<double>(problem.scores.size()));
  }
  return problem;
}

// Truchon and Bayly's formulas, rank by rank.
double bedroc_by_definition(const Problem& problem, double alpha) {
  const auto all = static_cast<double>(problem.labels.size());
  double positives = 0;
  double sum = 0;
  for (std::size_t i = 0; i < problem.labels.size(); ++i) {
    std::size_t rank = 1;
    for (const double other : problem.scores) rank += other > problem.scores[i] ? 1 : 0;
    if (problem.labels[i] == 0) continue;
    ++positives;
    sum += std::exp(-alpha * static_cast<double>(rank) / all);
  }
  const double share = positives / all;
  const double rie = (sum / positives) / ((1 - std::exp(-alpha)) / (all * (std::exp(alpha / all) - 1)));
  return rie * share * std::sinh(alpha / 2) / (std::cosh(alpha / 2) - std::cosh(alpha / 2 - alpha * share)) +
         1 / (1 - std::exp(alpha * (1 - share)));
}

TEST(Bedroc, FollowsItsDefinition) {
  Random random(31);
  for (int round = 0; round < 200; ++round) {
    const Problem problem = test::random_problem(random, Ties::none, Weights::none);
    ASSERT_NEAR(bedroc(roc_curve(problem.cases())), bedroc_by_definition(problem, 20), 1e-10);
  }
}

TEST(Bedroc, RunsFromZeroToOne) {
  EXPECT_NEAR(bedroc(roc_curve(ranked({1, 1, 0, 0, 0, 0, 0, 0}).cases())), 1, 1e-9);
  EXPECT_NEAR(bedroc(roc_curve(ranked({0, 0, 0, 0, 0, 0, 1, 1}).cases())), 0, 1e-9);
}

TEST(Bedroc, AveragesOverTheOrdersOfATieBlock) {
  const Problem tied = {{1, 0, 0}, {5, 5, 1}, {}};
  const double expected =
      (bedroc_by_definition(ranked({1, 0, 0}), 20) + bedroc_by_definition(ranked({0, 1, 0}), 20)) / 2;
  EXPECT_NEAR(bedroc(roc_curve(tied.cases())), expected, 1e-12);
}

TEST(EnrichmentFactor, ComparesTheTopWithTheWhole) {
  std::vector<int> labels(200, 0);
  for (const int hit : {0, 2, 9, 150}) labels[static_cast<std::size_t>(hit)] = 1;
  const RocCurve curve = roc_curve(ranked(labels).cases());
  EXPECT_DOUBLE_EQ(enrichment_factor(curve, 0.01), (1.0 / 2) / (4.0 / 200));
  EXPECT_DOUBLE_EQ(enrichment_factor(curve, 0.05), (3.0 / 10) / (4.0 / 200));
  EXPECT_DOUBLE_EQ(enrichment_factor(curve, 1), 1);
}

TEST(EnrichmentFactor, TakesAtLeastOneRowAndSharesATieBlock) {
  EXPECT_DOUBLE_EQ(enrichment_factor(roc_curve(ranked({1, 0, 0}).cases()), 0.01), 3);
  const Problem tied = {{1, 0, 0, 0}, {5, 5, 1, 1}, {}};
  EXPECT_DOUBLE_EQ(enrichment_factor(roc_curve(tied.cases()), 0.25), 0.5 / 0.25);
}

TEST(LogAuc, IntegratesOverLogFpr) {
  Random random(32);
  for (int round = 0; round < 20; ++round) {
    const Problem problem = test::random_problem(random, Ties::many, Weights::any);
    const RocCurve curve = roc_curve(problem.cases());
    const Vertex totals = curve.totals();
    constexpr int kSteps = 100000;
    double sum = 0;
    std::size_t k = 1;
    for (int step = 0; step < kSteps; ++step) {
      const double fpr = 0.001 * std::pow(100.0, (step + 0.5) / kSteps);
      while (curve.vertices[k].negatives < fpr * totals.negatives) ++k;
      const Vertex a = curve.vertices[k - 1];
      const Vertex b = curve.vertices[k];
      const double along = (fpr * totals.negatives - a.negatives) / (b.negatives - a.negatives);
      sum += (a.positives + along * (b.positives - a.positives)) / totals.positives / kSteps;
    }
    ASSERT_NEAR(log_auc(curve), sum, 1e-4);
  }
}

TEST(LogAuc, OfTheDiagonalIsKnown) {
  const Problem tied = {{1, 0}, {1, 1}, {}};
  EXPECT_NEAR(log_auc(roc_curve(tied.cases())), (0.1 - 0.001) / std::log(100.0), 1e-12);
}

// Only ratios of weights matter: weights that sum to 1, or to 1e200, give the same figures.
TEST(Screening, DoesNotDependOnTheScaleOfTheWeights) {
  Random random(33);
  for (int round = 0; round < 100; ++round) {
    const Problem problem = test::random_problem(random, Ties::many, Weights::any);
    const RocCurve expected = roc_curve(problem.cases());
    for (const double factor : {1e-200, 1e-12, 1 / 400.0, 1e9, 1e200}) {
      Problem scaled = problem;
      for (double& weight : scaled.weights) weight *= factor;
      const RocCurve curve = roc_curve(scaled.cases());
      ASSERT_NEAR(bedroc(curve), bedroc(expected), 1e-12);
      ASSERT_NEAR(enrichment_factor(curve, 0.05), enrichment_factor(expected, 0.05), 1e-9);
      ASSERT_NEAR(log_auc(curve), log_auc(expected), 1e-12);
      ASSERT_NEAR(measured(curve.vertices, two_way(0.2, 0.3)), measured(expected.vertices, two_way(0.2, 0.3)), 1e-12);
      ASSERT_EQ(operating_point(curve, 0.1).threshold, operating_point(expected, 0.1).threshold);
    }
  }
}

TEST(Screening, IsUnweightedUnderEqualWeights) {
  Random random(34);
  Problem problem = test::random_problem(random, Ties::many, Weights::none);
  const RocCurve expected = roc_curve(problem.cases());
  problem.weights.assign(problem.labels.size(), 0.25);
  const RocCurve curve = roc_curve(problem.cases());
  EXPECT_NEAR(bedroc(curve), bedroc(expected), 1e-12);
  EXPECT_NEAR(enrichment_factor(curve, 0.01), enrichment_factor(expected, 0.01), 1e-12);
}

}  // namespace
}  // namespace pauc
