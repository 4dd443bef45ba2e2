#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/pairs.h"
#include "pauc/kernel/kl.h"
#include "support/near.h"
#include "support/rounds.h"

namespace pauc::kernel {
namespace {

using test::Pairs;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Relative to the largest number of the list.
void expect_close(const std::vector<double>& found, const std::vector<double>& expected, double relative) {
  test::expect_near(found, expected, relative * test::largest_of(expected));
}

// kl_test.cpp holds the way that costs less to brute force; which one that is, this does not ask.
void expect_equal_ways(const Pairs& scores, double lambda) {
  const KlPairs pairs = {scores.positives, scores.negatives, 1, lambda};
  const KlSums direct(pairs, 1, KlWay::direct);
  const KlSums cells(pairs, 1, KlWay::cells);
  double largest = 0;
  for (const double log_mean : direct.log_means()) largest = std::max(largest, log_mean);
  // An exponent is as exact as its largest value allows, and the largest exceeds its row's mean by log N at most.
  const double allowed = 32 * kEpsilon * (1 + largest + std::log(static_cast<double>(scores.negatives.size())));
  for (std::size_t i = 0; i < scores.positives.size(); ++i) {
    ASSERT_LE(std::abs(cells.log_means()[i] - direct.log_means()[i]), allowed * (1 + direct.log_means()[i]));
  }
  const auto expected = direct.gradients({});
  const auto found = cells.gradients({});
  expect_close(found.positives, expected.positives, allowed);
  expect_close(found.negatives, expected.negatives, allowed);
}

TEST(KlWays, AgreeForAnySizeAndScale) {
  Random random(5);
  for (int round = 0; round < test::rounds(3000); ++round) {
    const Pairs scores = test::random_pairs(random);
    const double lambda = std::pow(10.0, 6 * random.uniform() - 3);
    expect_equal_ways(scores, lambda);
    ASSERT_FALSE(HasFatalFailure()) << scores.positives.size() << " x " << scores.negatives.size() << ", lambda "
                                    << lambda << ", round " << round;
  }
}

// Many negatives beyond the hinge, in many more than one group and cell.
TEST(KlWays, AgreeInLargeProblems) {
  Random random(6);
  for (const double lambda : {1e-3, 0.1, 1.0, 10.0, 1e3}) {
    for (const double scale : {0.2, 1.0, 3.0, 30.0}) {
      for (const int rows : {9, 700}) {
        Pairs scores;
        for (int i = 0; i < rows; ++i) scores.positives.push_back(scale * (random.normal() + 1));
        for (int j = 0; j < 3000; ++j) scores.negatives.push_back(scale * random.normal());
        expect_equal_ways(scores, lambda);
        ASSERT_FALSE(HasFatalFailure()) << rows << " rows, lambda " << lambda << ", scale " << scale;
      }
    }
  }
}

TEST(KlSums, TakeNoPositives) {
  const std::vector<double> negatives = {1, 2, 3};
  const KlSums sums({{}, negatives, 1, 1});
  EXPECT_TRUE(sums.log_means().empty());
  EXPECT_EQ(sums.gradients({}).negatives, std::vector<double>(3, 0.0));
}

// Sizes at which levels are cut into parts: by cells, with hinges and without, and directly.
TEST(KlSums, DoNotDependOnThreads) {
  Random random(7);
  for (const double lambda : {1e-3, 0.1, 1.0}) {
    for (const bool sigmoid : {true, false}) {
      Pairs scores;
      const auto score = [&](double x) { return sigmoid ? 1 / (1 + std::exp(-x)) : x; };
      for (int i = 0; i < 10000; ++i) scores.positives.push_back(score(random.normal() + 1));
      for (int j = 0; j < 700000; ++j) scores.negatives.push_back(score(random.normal()));
      const KlPairs pairs = {scores.positives, scores.negatives, 1, lambda};
      const KlSums one(pairs);
      const auto expected = one.gradients({});
      for (const int threads : {2, 5}) {
        const KlSums sums(pairs, threads);
        const auto gradients = sums.gradients({});
        ASSERT_EQ(sums.log_means(), one.log_means()) << "lambda " << lambda << ", " << threads << " threads";
        ASSERT_EQ(gradients.positives, expected.positives);
        ASSERT_EQ(gradients.negatives, expected.negatives);
      }
    }
  }
}

// The same in parts as in one: a multiple of the problem has the same means.
TEST(KlSums, OfLargeProblemsEqualThoseOfTheirShare) {
  Random random(9);
  for (const double lambda : {1e-3, 0.1, 1.0, 10.0}) {
    Pairs few;
    for (int i = 0; i < 300; ++i) few.positives.push_back(random.normal() + 1);
    for (int j = 0; j < 2000; ++j) few.negatives.push_back(random.normal());
    Pairs many;
    for (int k = 0; k < 100; ++k) {
      many.positives.insert(many.positives.end(), few.positives.begin(), few.positives.end());
      many.negatives.insert(many.negatives.end(), few.negatives.begin(), few.negatives.end());
    }
    const KlSums expected({few.positives, few.negatives, 1, lambda});
    const KlSums found({many.positives, many.negatives, 1, lambda}, 2);
    const auto expected_gradients = expected.gradients({});
    auto gradients = found.gradients({});
    gradients.positives.resize(few.positives.size());
    gradients.negatives.resize(few.negatives.size());
    const double largest = *std::max_element(expected.log_means().begin(), expected.log_means().end());
    const double allowed = 64 * kEpsilon * (1 + largest);
    for (std::size_t i = 0; i < few.positives.size(); ++i) {
      ASSERT_NEAR(found.log_means()[i], expected.log_means()[i], allowed * (1 + largest)) << "lambda " << lambda;
    }
    expect_close(gradients.positives, expected_gradients.positives, allowed);
    expect_close(gradients.negatives, expected_gradients.negatives, allowed);
    ASSERT_FALSE(HasFatalFailure()) << "lambda " << lambda;
  }
}

}  // namespace
}  // namespace pauc::kernel
