// The forest against scikit-learn's ExtraTreesClassifier and RandomForestClassifier: other random numbers, the same
// distribution.
#include <cmath>
#include <sstream>

#include "model/tree/forest_cases.h"
#include "pauc/core/random.h"
#include "support/command.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

constexpr std::int64_t kTrained = 400;
constexpr std::int64_t kScored = 200;
constexpr std::int64_t kTrees = 100;
constexpr std::int64_t kSeeds = 6;

// Nine features: normal numbers, counts that are mostly 0, and one that never varies.
test::ForestCase some_rows() {
  Random random(17);
  test::ForestCase rows;
  rows.features = 9;
  for (std::int64_t row = 0; row < kTrained + kScored; ++row) {
    double sum = 0;
    for (std::int64_t feature = 0; feature < 8; ++feature) {
      const double value = feature < 4 ? random.normal() : (random.below(10) == 0 ? 1 + random.below(3) : 0);
      rows.values.push_back(static_cast<float>(value));
      sum += (feature % 2 == 0 ? 1 : -0.5) * value;
    }
    rows.values.push_back(2);
    rows.labels.push_back(sum + 1.2 * random.normal() > 1.5 ? 1 : 0);
  }
  return rows;
}

test::ForestCase part(const test::ForestCase& rows, std::int64_t begin, std::int64_t end) {
  test::ForestCase chosen;
  chosen.features = rows.features;
  chosen.values = {rows.values.begin() + begin * rows.features, rows.values.begin() + end * rows.features};
  chosen.labels = {rows.labels.begin() + begin, rows.labels.begin() + end};
  return chosen;
}

using Answers = std::vector<std::vector<double>>;  // by seed and row

Answers ours(const test::ForestCase& rows, ForestSplits splits, std::int64_t min_leaf) {
  Answers answers;
  for (std::int64_t seed = 0; seed < kSeeds; ++seed) {
    ForestPlan options;
    options.splits = splits;
    options.trees = kTrees;
    options.min_leaf = min_leaf;
    options.split_features = 3;
    options.smoothing = 1e-9;
    options.seed = static_cast<std::uint64_t>(seed);
    const auto trees = test::grown(part(rows, 0, kTrained), options);
    answers.push_back(test::probabilities(part(rows, kTrained, kTrained + kScored), trees));
  }
  return answers;
}

Answers sklearns(const test::ForestCase& rows, ForestSplits splits, std::int64_t min_leaf) {
  const test::TemporaryFolder folder;
  std::ostringstream text;
  for (std::int64_t row = 0; row < rows.size(); ++row) {
    for (std::int64_t f = 0; f < rows.features; ++f) text << rows.values[row * rows.features + f] << ',';
    text << int{rows.labels[row]} << '\n';
  }
  const auto answer = test::run_shell(joined(PAUC_PYTHON, " tests/oracle/forest_answers.py ", choice_name(splits), " ",
                                             folder.file("rows.csv", text.str()), " ", kTrained, " ", kTrees, " ",
                                             min_leaf, " ", kSeeds));
  EXPECT_EQ(answer.exit_code, 0) << answer.err;
  Answers answers;
  std::istringstream lines(answer.out);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    answers.emplace_back();
    for (std::string field; std::getline(fields, field, ',');) answers.back().push_back(std::stod(field));
  }
  return answers;
}

struct Spread {
  double mean = 0;
  double variance = 0;  // of one seed
};

Spread of_row(const Answers& answers, std::size_t row) {
  Spread spread;
  for (const auto& seed : answers) spread.mean += seed[row] / static_cast<double>(answers.size());
  for (const auto& seed : answers) {
    spread.variance += std::pow(seed[row] - spread.mean, 2) / static_cast<double>(answers.size() - 1);
  }
  return spread;
}

// The difference of the mean probabilities of each row, squared and by its variance over seeds, is 1 on average; its
// mean over 200 rows (which depend on each other) stays near. Trees that differ in kind are far from it.
void expect_same_distribution(ForestSplits splits, std::int64_t min_leaf) {
  const test::ForestCase rows = some_rows();
  const Answers found = ours(rows, splits, min_leaf);
  const Answers expected = sklearns(rows, splits, min_leaf);
  ASSERT_EQ(expected.size(), static_cast<std::size_t>(kSeeds));
  double squares = 0;
  double variances = 0;
  double bias = 0;
  for (std::size_t row = 0; row < static_cast<std::size_t>(kScored); ++row) {
    const Spread a = of_row(found, row);
    const Spread b = of_row(expected, row);
    squares += std::pow(a.mean - b.mean, 2);
    variances += (a.variance + b.variance) / static_cast<double>(kSeeds);
    bias += (a.mean - b.mean) / static_cast<double>(kScored);
  }
  EXPECT_NEAR(squares / variances, 1, 0.35);
  EXPECT_NEAR(bias, 0, 0.004);
}

TEST(ForestOracle, RandomSplitsGiveTheProbabilitiesOfExtraTrees) {
  expect_same_distribution(ForestSplits::random, 1);
  expect_same_distribution(ForestSplits::random, 4);
}

TEST(ForestOracle, BestSplitsGiveTheProbabilitiesOfARandomForest) {
  expect_same_distribution(ForestSplits::best, 1);
  expect_same_distribution(ForestSplits::best, 4);
}

}  // namespace
}  // namespace pauc
