#include <algorithm>
#include <cmath>
#include <limits>

#include "pairs.h"
#include "pauc/kernel/kl.h"

namespace pauc {
namespace {

using test::Pairs;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

void expect_near(const std::vector<double>& found, const std::vector<double>& expected, double relative) {
  ASSERT_EQ(found.size(), expected.size());
  double scale = 1e-300;
  for (const double value : expected) scale = std::max(scale, std::abs(value));
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_LE(std::abs(found[i] - expected[i]), relative * scale) << i << " of " << found.size();
  }
}

// kl_test.cpp holds the way that costs less to brute force; which one that is, this does not ask.
void expect_equal_ways(const Pairs& scores, double lambda) {
  const KlPairs pairs = {scores.positives, scores.negatives, 1, lambda};
  const KlSums direct(pairs, KlWay::direct);
  const KlSums cells(pairs, KlWay::cells);
  double largest = 0;
  for (const double log_mean : direct.log_means()) largest = std::max(largest, log_mean);
  // An exponent is as exact as its largest value allows, and the largest exceeds its row's mean by log N at most.
  const double allowed = 32 * kEpsilon * (1 + largest + std::log(static_cast<double>(scores.negatives.size())));
  for (std::size_t i = 0; i < scores.positives.size(); ++i) {
    ASSERT_LE(std::abs(cells.log_means()[i] - direct.log_means()[i]), allowed * (1 + direct.log_means()[i]));
  }
  const auto expected = direct.gradients({});
  const auto found = cells.gradients({});
  expect_near(found.positives, expected.positives, allowed);
  expect_near(found.negatives, expected.negatives, allowed);
}

TEST(KlWays, AgreeForAnySizeAndScale) {
  Random random(5);
  for (int round = 0; round < 3000; ++round) {
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

}  // namespace
}  // namespace pauc
