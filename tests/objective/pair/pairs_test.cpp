// Sums over pairs, by tensor operations and by the kernels.
#include "pauc/objective/pair/pairs.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/batches.h"

namespace pauc {
namespace {

using test::ClassScores;
using Kind = kernel::Surrogate::Kind;

// Rounded scores: many ties, many gaps that are exactly the margin, and, with some scores far away, unequal sizes.
ClassScores rounded_scores(Random& random, std::int64_t positives, std::int64_t negatives) {
  ClassScores scores = test::random_class_scores(random, positives, negatives);
  for (auto* side : {&scores.positives, &scores.negatives}) {
    for (double& score : *side) score = std::round(4 * score) / 4;
    side->back() *= 100;
  }
  return scores;
}

std::vector<double> random_numbers(Random& random, std::int64_t count) {
  std::vector<double> numbers(count);
  for (double& number : numbers) number = random.uniform();
  return numbers;
}

struct Sums {
  WeightedPairs pairs;
  std::vector<double> gradient;
};

Sums sums_of(const ClassScores& scores, const kernel::Surrogate& surrogate, const PairWeights& weights, Route route) {
  const test::LeafBatch leaf = test::leaf_batch(scores);
  const Pairs pairs(leaf.batch, Link::raw, surrogate, route);
  Sums sums{pairs.weighted(weights), {}};
  pairs.loss(sums.pairs, 0.5, 1).differentiable.backward();
  sums.gradient = test::values_of(leaf.scores.grad());
  return sums;
}

void expect_near(const std::vector<double>& found, const std::vector<double>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  double widest = 1;
  for (const double value : wanted) widest = std::max(widest, std::abs(value));
  for (std::size_t k = 0; k < wanted.size(); ++k) ASSERT_NEAR(found[k], wanted[k], 1e-12 * widest) << k;
}

void expect_same(const ClassScores& scores, const kernel::Surrogate& surrogate, const PairWeights& weights) {
  const Sums tensors = sums_of(scores, surrogate, weights, Route::tensors);
  const Sums kernels = sums_of(scores, surrogate, weights, Route::kernels);
  expect_near(tensors.pairs.selected, kernels.pairs.selected);
  expect_near(tensors.pairs.row_values, kernels.pairs.row_values);
  expect_near(tensors.pairs.column_values, kernels.pairs.column_values);
  expect_near(tensors.gradient, kernels.gradient);
  EXPECT_NEAR(tensors.pairs.mean_loss, kernels.pairs.mean_loss, 1e-12 * (1 + kernels.pairs.mean_loss));
}

TEST(Pairs, HaveTheSameSumsOnBothRoutes) {
  Random random(71);
  for (const Kind kind : {Kind::squared_hinge, Kind::hinge, Kind::squared, Kind::logistic, Kind::sigmoid}) {
    for (const auto& [positives, negatives] : {std::pair{1, 1}, {7, 40}, {300, 90}}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(kind) << ": " << positives << " x " << negatives);
      const kernel::Surrogate surrogate{kind, 1.0, 0.5};
      const ClassScores scores = rounded_scores(random, positives, negatives);
      PairWeights weights;
      weights.column_values = true;
      expect_same(scores, surrogate, weights);
      weights.rows = random_numbers(random, positives);
      weights.columns = random_numbers(random, negatives);
      weights.row_slopes = random_numbers(random, positives);
      weights.column_slopes = random_numbers(random, negatives);
      expect_same(scores, surrogate, weights);
      if (!surrogate.monotone()) continue;
      // Thresholds at losses that pairs have: those that tie share what is missing.
      for (std::int64_t i = 0; i < positives; ++i) {
        weights.thresholds.push_back(kernel::loss_at(surrogate, 0.25 * (random.below(8) - 4.0)).value);
      }
      weights.wanted = 0.3 * negatives;
      expect_same(scores, surrogate, weights);
      weights.inner_thresholds = weights.thresholds;
      for (double& threshold : weights.inner_thresholds) threshold *= 1.5;
      weights.inner_wanted = 0.1 * negatives;
      expect_same(scores, surrogate, weights);
    }
  }
}

TEST(Pairs, OfLargeBatchesHaveThemToo) {
  Random random(72);
  PairWeights weights;
  weights.column_values = true;
  expect_same(rounded_scores(random, 20000, 30000), {Kind::squared_hinge, 1.0, 1.0}, weights);
}

}  // namespace
}  // namespace pauc
