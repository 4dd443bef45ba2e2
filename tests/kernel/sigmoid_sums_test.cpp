// The sums of the sigmoid by cells against pair by pair in long double.
#include <algorithm>
#include <cmath>

#include "kernel/pairs.h"
#include "pauc/kernel/pair_sums.h"
#include "pauc/kernel/sigmoid_cells.h"
#include "support/near.h"
#include "support/rounds.h"

namespace pauc::kernel {
namespace {

constexpr long double kAllowed = 1e-12L;  // of the largest number of its kind

struct Problem {
  std::vector<double> positives;
  std::vector<double> negatives;
  std::vector<double> row_weights = {};
  std::vector<double> column_weights = {};  // by rank
  std::vector<std::uint32_t> begins = {};
  std::vector<std::uint32_t> ends = {};
};

Surrogate sigmoid(double temperature) {
  Surrogate surrogate;
  surrogate.kind = Surrogate::Kind::sigmoid;
  surrogate.temperature = temperature;
  return surrogate;
}

ChosenPairs chosen(const Problem& problem, const DescendingScores& sorted, double temperature) {
  return {problem.positives,     sorted, sigmoid(temperature), problem.begins, problem.ends, problem.row_weights,
          problem.column_weights};
}

struct Exact {
  std::vector<long double> row_values, row_gradients, column_values, column_gradients;
  long double total = 0;
};

Exact brute_force(const Problem& problem, const DescendingScores& sorted, double temperature) {
  const std::size_t rows = problem.positives.size();
  const std::size_t columns = problem.negatives.size();
  Exact exact;
  for (auto* values : {&exact.row_values, &exact.row_gradients}) values->resize(rows);
  for (auto* values : {&exact.column_values, &exact.column_gradients}) values->resize(columns);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t k = 0; k < columns; ++k) {
      const std::uint32_t j = sorted.places[k];
      const long double r = problem.row_weights.empty() ? 1 : problem.row_weights[i];
      const long double c = problem.column_weights.empty() ? 1 : problem.column_weights[k];
      const long double x = (static_cast<long double>(problem.positives[i]) - problem.negatives[j]) /
                            static_cast<long double>(temperature);
      const long double small = std::exp(-std::abs(x));
      const long double loss = (x > 0 ? small : 1) / (1 + small);
      const long double steepness = small / ((1 + small) * (1 + small)) / temperature;
      exact.total += c * loss;
      if (!problem.begins.empty() && k < problem.begins[i]) continue;
      if (!problem.ends.empty() && k >= problem.ends[i]) continue;
      exact.row_values[i] += c * loss;
      exact.column_values[j] += r * loss;
      exact.row_gradients[i] -= r * c * steepness;
      exact.column_gradients[j] += r * c * steepness;
    }
  }
  return exact;
}

void expect_close(const std::vector<double>& found, const std::vector<long double>& expected) {
  test::expect_near(found, expected, kAllowed * test::largest_of(expected));
}

void expect_exact(const Problem& problem, double temperature) {
  const DescendingScores sorted = sorted_descending(problem.negatives);
  const PairSums found = pair_sums(chosen(problem, sorted, temperature));
  const Exact exact = brute_force(problem, sorted, temperature);
  expect_close(found.row_values, exact.row_values);
  expect_close(found.row_gradients, exact.row_gradients);
  expect_close(found.column_values, exact.column_values);
  expect_close(found.column_gradients, exact.column_gradients);
  expect_close({found.total}, {exact.total});
}

// Scores as models give them, floats: their differences are exact in double.
std::vector<double> normal_scores(Random& random, std::size_t count, double mean, double scale) {
  std::vector<double> scores(count);
  for (double& score : scores) score = static_cast<float>((random.normal() + mean) * scale);
  return scores;
}

std::vector<double> weights(Random& random, std::size_t count) {
  std::vector<double> values(count);
  for (double& value : values) value = random.below(4) == 0 ? 0 : random.uniform();
  return values;
}

Problem random_problem(Random& random) {
  const auto size = [&] { return 1 + static_cast<std::size_t>(std::exp(random.uniform() * std::log(600.0))); };
  const double scale = std::pow(10.0, 4 * random.uniform()) / 3;
  const double separation = 6 * random.uniform() - 3;
  Problem problem{normal_scores(random, size(), separation, scale), normal_scores(random, size(), 0, scale)};
  if (random.below(4) == 0) {
    for (auto* side : {&problem.positives, &problem.negatives}) {
      for (double& score : *side) score = scale * std::round(2 * score / scale);
    }
  }
  if (random.below(2) == 0) problem.row_weights = weights(random, problem.positives.size());
  if (random.below(2) == 0) problem.column_weights = weights(random, problem.negatives.size());
  const auto columns = static_cast<std::uint32_t>(problem.negatives.size());
  if (random.below(2) == 0) problem.ends.assign(problem.positives.size(), random.below(columns + 1));
  if (random.below(4) == 0) problem.begins.assign(problem.positives.size(), random.below(columns + 1));
  return problem;
}

double deviation_of(const Problem& problem) {
  const auto ends = std::minmax_element(problem.negatives.begin(), problem.negatives.end());
  return std::max((*ends.second - *ends.first) / 4, 1e-3);
}

TEST(SigmoidSums, EqualBruteForce) {
  Random random(31);
  for (int round = 0; round < test::rounds(600); ++round) {
    const Problem problem = random_problem(random);
    const double temperature = deviation_of(problem) * std::pow(10.0, 6 * random.uniform() - 4);
    expect_exact(problem, temperature);
    ASSERT_FALSE(HasFailure()) << "round " << round << ", temperature " << temperature;
  }
}

TEST(SigmoidSums, EqualBruteForceForTinyAndHugeTemperatures) {
  Random random(32);
  for (const double temperature : {1e-6, 1e-3, 0.02, 0.3, 1.0, 30.0, 1e4, 1e9}) {
    expect_exact({normal_scores(random, 200, 0, 1), normal_scores(random, 300, 0, 1)}, temperature);
    expect_exact({normal_scores(random, 200, 0, 1e4), normal_scores(random, 300, 0, 1e4)}, temperature);
    ASSERT_FALSE(HasFailure()) << temperature;
  }
}

TEST(SigmoidSums, EqualBruteForceForSeparatedClasses) {
  Random random(33);
  for (const double mean : {-300.0, -40.0, -8.0, 8.0, 40.0, 300.0}) {
    expect_exact({normal_scores(random, 200, mean, 1), normal_scores(random, 300, 0, 1)}, 1);
    ASSERT_FALSE(HasFailure()) << mean;
  }
}

TEST(SigmoidSums, EqualBruteForceForTiesAndSingleScores) {
  Random random(34);
  expect_exact({std::vector<double>(100, 2.5), std::vector<double>(100, 2.5)}, 0.3);
  expect_exact({std::vector<double>(100, 2.5), std::vector<double>(100, -9999)}, 0.3);
  expect_exact({{0.25}, normal_scores(random, 5000, 0, 1)}, 0.3);
  expect_exact({normal_scores(random, 5000, 0, 1), {0.25}}, 0.3);
}

TEST(SigmoidSums, TakeARangeOfEachRow) {
  Random random(35);
  Problem problem{normal_scores(random, 100, 0, 1), normal_scores(random, 200, 0, 1)};
  for (std::size_t i = 0; i < 100; ++i) problem.ends.push_back(random.below(201));
  expect_exact(problem, 0.3);
}

TEST(SigmoidSums, TakeScoresThatAreTooFarApartForCells) {
  expect_exact({std::vector<double>(100, 1e4), std::vector<double>(100, -1e4)}, 1e-12);
}

TEST(SigmoidSums, DoNotDependOnTheThreads) {
  Random random(36);
  const Problem problem{normal_scores(random, 30000, 0.5, 1), normal_scores(random, 90000, 0, 1)};
  const DescendingScores sorted = sorted_descending(problem.negatives);
  for (const double temperature : {1e-4, 0.3, 1e4}) {
    const PairSums one = pair_sums(chosen(problem, sorted, temperature), 1);
    const PairSums three = pair_sums(chosen(problem, sorted, temperature), 3);
    EXPECT_EQ(one.row_values, three.row_values);
    EXPECT_EQ(one.row_gradients, three.row_gradients);
    EXPECT_EQ(one.column_values, three.column_values);
    EXPECT_EQ(one.column_gradients, three.column_gradients);
    EXPECT_EQ(one.total, three.total);
  }
}

}  // namespace
}  // namespace pauc::kernel
