#include "pauc/metric/isotonic.h"

#include <algorithm>
#include <limits>

#include "support/problems.h"

namespace pauc {
namespace {

TEST(Isotonic, PoolsWhatFalls) {
  const std::vector<std::uint8_t> labels = {0, 1, 0, 1, 1};
  const std::vector<double> scores = {1, 2, 3, 4, 5};
  const Isotonic curve = fit_isotonic({labels, scores, {}});
  // Targets 4/5 for a positive, 1/4 for a negative; the second and third row are pooled, as are the last two.
  EXPECT_EQ(curve.scores, (std::vector<double>{1, 2, 3, 4, 5}));
  const std::vector<double> expected = {0.25, 0.525, 0.525, 0.8, 0.8};
  for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_DOUBLE_EQ(curve.probabilities[k], expected[k]);
  EXPECT_DOUBLE_EQ(curve.probability(1.5), (0.25 + 0.525) / 2);
  EXPECT_DOUBLE_EQ(curve.probability(-1e300), 0.25);
  EXPECT_DOUBLE_EQ(curve.probability(1e300), 0.8);
}

TEST(Isotonic, RisesAndKeepsTheMeanOfTheTargets) {
  Random random(3);
  for (int k = 0; k < 100; ++k) {
    const auto weights = k % 3 == 0 ? test::Weights::any : test::Weights::none;
    const test::Problem problem =
        test::random_problem(random, k % 2 == 0 ? test::Ties::none : test::Ties::many, weights);
    const Isotonic curve = fit_isotonic(problem.cases());
    EXPECT_TRUE(std::is_sorted(curve.probabilities.begin(), curve.probabilities.end()));
    const ClassTotals totals = check(problem.cases());
    double sum = 0, wanted = 0;
    for (std::size_t i = 0; i < problem.labels.size(); ++i) {
      const double weight = problem.weights.empty() ? 1 : problem.weights[i];
      sum += weight * curve.probability(problem.scores[i]);
      wanted += weight *
                (problem.labels[i] == 1 ? (totals.positives + 1) / (totals.positives + 2) : 1 / (totals.negatives + 2));
    }
    EXPECT_NEAR(sum, wanted, 1e-9 * wanted);
  }
}

TEST(Isotonic, SurvivesTheLargestNumbers) {
  const std::vector<std::uint8_t> labels = {0, 1};
  const std::vector<double> scores = {-1.7e308, 1.7e308};
  EXPECT_NEAR(fit_isotonic({labels, scores, {}}).probability(0), 0.5, 1e-12);
}

// Half of the smallest number is 0.
TEST(Isotonic, SurvivesTheSmallestNumbers) {
  const double smallest = std::numeric_limits<double>::denorm_min();
  const Isotonic curve = {{0, smallest, 3 * smallest}, {0.25, 0.5, 0.75}};
  EXPECT_EQ(curve.probability(smallest), 0.5);
  EXPECT_GE(curve.probability(2 * smallest), 0.5);
  EXPECT_LE(curve.probability(2 * smallest), 0.75);
  EXPECT_EQ(curve.probability(3 * smallest), 0.75);
}

}  // namespace
}  // namespace pauc
