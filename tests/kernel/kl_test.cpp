#include "pauc/kernel/kl.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernel/pairs.h"
#include "support/near.h"
#include "support/rounds.h"

namespace pauc::kernel {
namespace {

using test::Pairs;

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

// Pair by pair in long double, each row relative to its own largest exponent.
struct BruteForce {
  std::vector<long double> log_means, rows, columns;
  // What gradients are as large as where nothing cancels: 1 - h_i + h_j may be far smaller than the 1 it is made of.
  std::vector<long double> row_scales, column_scales;
  long double largest_exponent = 0;
};

BruteForce brute_force(const Pairs& scores, double lambda, const std::vector<double>& log_ratios) {
  BruteForce result;
  result.columns.resize(scores.negatives.size());
  result.column_scales.resize(scores.negatives.size());
  const auto count = static_cast<long double>(scores.negatives.size());
  for (std::size_t i = 0; i < scores.positives.size(); ++i) {
    std::vector<long double> reaches;
    long double largest = 0;
    for (const double negative : scores.negatives) {
      reaches.push_back(std::max(0.0L, 1 - static_cast<long double>(scores.positives[i]) + negative));
      largest = std::max(largest, reaches.back() * reaches.back() / lambda);
    }
    long double sum = 0;
    for (const long double reach : reaches) sum += std::exp(reach * reach / lambda - largest);
    result.log_means.push_back(largest + std::log(sum / count));
    result.largest_exponent = std::max(result.largest_exponent, largest);
    result.rows.push_back(0);
    result.row_scales.push_back(0);
    for (std::size_t j = 0; j < reaches.size(); ++j) {
      const long double ratio = log_ratios.empty() ? 1 : std::exp(static_cast<long double>(log_ratios[i]));
      const long double weight = ratio * std::exp(reaches[j] * reaches[j] / lambda - largest) / sum;
      result.rows[i] -= weight * 2 * reaches[j];
      result.columns[j] += weight * 2 * reaches[j];
      const long double scale = reaches[j] > 0 ? weight * 2 * (1 + reaches[j]) : 0;
      result.row_scales[i] += scale;
      result.column_scales[j] += scale;
    }
  }
  return result;
}

void expect_equal_sums(const Pairs& scores, double lambda, const std::vector<double>& log_ratios) {
  const BruteForce expected = brute_force(scores, lambda, log_ratios);
  const KlSums sums({scores.positives, scores.negatives, 1, lambda});
  const auto gradients = sums.gradients(log_ratios);
  const long double allowed = 16 * kEpsilon * (1 + expected.largest_exponent);
  for (std::size_t i = 0; i < expected.log_means.size(); ++i) {
    ASSERT_LE(std::abs(sums.log_means()[i] - expected.log_means[i]), allowed * (1 + std::abs(expected.log_means[i])));
  }
  test::expect_near(gradients.positives, expected.rows, allowed * test::largest_of(expected.row_scales));
  test::expect_near(gradients.negatives, expected.columns, allowed * test::largest_of(expected.column_scales));
}

double random_lambda(Random& random) { return std::pow(10.0, 6 * random.uniform() - 3); }

// A hundred thousand random cases, in parts that run beside each other.
class ManyKlSums : public testing::TestWithParam<int> {};

TEST_P(ManyKlSums, EqualBruteForce) {
  Random random(3, GetParam());
  for (int round = 0; round < test::rounds(12500); ++round) {
    const Pairs scores = test::random_pairs(random);
    std::vector<double> log_ratios;
    if (round % 2 == 0) {
      for (std::size_t i = 0; i < scores.positives.size(); ++i) log_ratios.push_back(-2 * random.uniform());
    }
    const double lambda = random_lambda(random);
    expect_equal_sums(scores, lambda, log_ratios);
    ASSERT_FALSE(HasFatalFailure()) << scores.positives.size() << " x " << scores.negatives.size() << ", lambda "
                                    << lambda;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, ManyKlSums, testing::Range(0, 8));

// Sizes at which rows are summed by cells, over all of lambda and both kinds of score.
TEST(KlSums, EqualBruteForceInLargeProblems) {
  Random random(4);
  for (const double lambda : {1e-3, 1e-2, 0.1, 1.0, 10.0, 1e3}) {
    for (const double scale : {0.2, 1.0, 30.0}) {
      Pairs scores;
      for (int i = 0; i < 500; ++i) scores.positives.push_back(scale * (random.normal() + 1));
      for (int j = 0; j < 1500; ++j) scores.negatives.push_back(scale * random.normal());
      expect_equal_sums(scores, lambda, {});
      ASSERT_FALSE(HasFatalFailure()) << "lambda " << lambda << ", scale " << scale;
    }
  }
}

// Far from 0 and with a margin that is no round number, differences of scores must come first.
TEST(KlSums, EqualBruteForceFarFromZero) {
  Random random(5);
  Pairs scores;
  for (int i = 0; i < 40; ++i) scores.positives.push_back(1e4 + random.normal() + 1);
  for (int j = 0; j < 60; ++j) scores.negatives.push_back(1e4 + random.normal());
  Pairs shifted = scores;
  for (auto* side : {&shifted.positives, &shifted.negatives}) {
    for (double& score : *side) score -= 1e4;  // exact
  }
  for (const double lambda : {0.1, 1.0}) {
    const KlSums far({scores.positives, scores.negatives, 0.3, lambda});
    const KlSums near({shifted.positives, shifted.negatives, 0.3, lambda});
    const auto one = far.gradients({});
    const auto other = near.gradients({});
    for (std::size_t j = 0; j < one.negatives.size(); ++j) EXPECT_NEAR(one.negatives[j], other.negatives[j], 1e-13);
  }
}

TEST(KlSums, TakeAllEqualScores) {
  const Pairs equal = {std::vector<double>(300, 0.25), std::vector<double>(400, 0.25)};
  expect_equal_sums(equal, 0.1, {});
  const KlSums sums({equal.positives, equal.negatives, 1, 0.1});
  for (const double log_mean : sums.log_means()) EXPECT_NEAR(log_mean, 10, 1e-12);
}

TEST(KlSums, StayFiniteForEnormousScores) {
  const Pairs enormous = {{-1e4, 1e4, 0}, {1e4, -1e4, 3}};
  for (const double lambda : {1e-3, 1.0, 1e3}) expect_equal_sums(enormous, lambda, {});
}

TEST(KlSums, AreZeroBeyondTheMargin) {
  const Pairs apart = {{5, 7}, {1, 2, 3}};
  const KlSums sums({apart.positives, apart.negatives, 1, 0.5});
  const auto gradients = sums.gradients({});
  for (const double log_mean : sums.log_means()) EXPECT_EQ(log_mean, 0);
  for (const double gradient : gradients.positives) EXPECT_EQ(gradient, 0);
  for (const double gradient : gradients.negatives) EXPECT_EQ(gradient, 0);
}

}  // namespace
}  // namespace pauc::kernel
