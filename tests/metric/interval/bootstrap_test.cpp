#include "pauc/metric/interval/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pauc/core/error.h"
#include "pauc/metric/interval/influence.h"
#include "support/problems.h"

namespace pauc {
namespace {

using test::Problem;
using test::Ties;
using test::Weights;

const std::vector<Measure> kMeasures = {Region{}, fpr_at_most(0.3), two_way(0.4, 0.5), TprBand{0.5, 1}, TprAt{0.1}};

BootstrapValues bootstrap_of(const Problem& problem, const BootstrapOptions& options,
                             Span<const std::uint32_t> groups = {}, std::int64_t group_count = 0) {
  const Ranking ranking = rank_cases(problem.cases());
  return bootstrap({problem.labels, problem.weights, groups, group_count}, {&ranking}, kMeasures, options);
}

TEST(Bootstrap, GivesTheSameForAnyNumberOfThreads) {
  Random random(51);
  const Problem problem = test::random_problem(random, Ties::many, Weights::any);
  EXPECT_EQ(bootstrap_of(problem, {333, 5, 1}), bootstrap_of(problem, {333, 5, 4}));
}

TEST(Bootstrap, DependsOnTheSeed) {
  Random random(52);
  const Problem problem = test::binormal_problem(random, 20, 30, 1);
  EXPECT_NE(bootstrap_of(problem, {100, 1, 1}), bootstrap_of(problem, {100, 2, 1}));
}

void expect_values(const BootstrapValues& values, std::size_t replicate, const Problem& drawn) {
  const RocCurve curve = roc_curve(drawn.cases());
  for (std::size_t m = 0; m < kMeasures.size(); ++m) {
    ASSERT_NEAR(values[0][m][replicate], measured(curve.vertices, kMeasures[m]), 1e-12) << "measure " << m;
  }
}

void add_row(const Problem& from, std::uint32_t row, Problem& to) {
  to.labels.push_back(from.labels[row]);
  to.scores.push_back(from.scores[row]);
  if (!from.weights.empty()) to.weights.push_back(from.weights[row]);
}

// A replicate is a data set: drawn again row by row with the same random numbers and judged from scratch, it gives the
// same values.
TEST(Bootstrap, EqualsJudgingTheDrawnRowsFromScratch) {
  Random random(53);
  for (int round = 0; round < 60; ++round) {
    const Problem problem = test::random_problem(random, Ties::many, round % 2 == 0 ? Weights::none : Weights::any);
    const auto values = bootstrap_of(problem, {20, 9, 1});
    const Ranking ranking = rank_cases(problem.cases());
    std::vector<std::uint32_t> rows[2];
    for (const std::uint32_t row : ranking.rows) rows[problem.labels[row]].push_back(row);
    for (std::uint64_t replicate = 0; replicate < 20; ++replicate) {
      Random draws(9, replicate);
      Problem drawn;
      for (const int label : {1, 0}) {
        const auto count = static_cast<std::uint32_t>(rows[label].size());
        for (std::uint32_t i = 0; i < count; ++i) add_row(problem, rows[label][draws.below(count)], drawn);
      }
      expect_values(values, replicate, drawn);
    }
  }
}

TEST(Bootstrap, EqualsJudgingTheDrawnGroupsFromScratch) {
  Random random(57);
  for (int round = 0; round < 60; ++round) {
    Problem problem = test::random_problem(random, Ties::many, round % 2 == 0 ? Weights::none : Weights::any);
    for (double& weight : problem.weights) weight += 0.01;  // rows of weight 0 are gone before groups are numbered
    constexpr std::uint32_t kGroups = 6;
    std::vector<std::uint32_t> groups;
    for (std::size_t i = 0; i < problem.labels.size(); ++i) groups.push_back(random.below(kGroups));
    const auto values = bootstrap_of(problem, {20, 9, 1}, groups, kGroups);
    for (std::uint64_t replicate = 0; replicate < 20; ++replicate) {
      Random draws(9, replicate);
      Problem drawn;
      const auto has = [&](int label) { return std::count(drawn.labels.begin(), drawn.labels.end(), label) > 0; };
      while (!has(0) || !has(1)) {
        drawn = {};
        for (std::uint32_t g = 0; g < kGroups; ++g) {
          const std::uint32_t chosen = draws.below(kGroups);
          for (std::uint32_t row = 0; row < groups.size(); ++row) {
            if (groups[row] == chosen) add_row(problem, row, drawn);
          }
        }
      }
      expect_values(values, replicate, drawn);
    }
  }
}

TEST(Bootstrap, UsesOneDrawForAllColumns) {
  Random random(54);
  const Problem problem = test::random_problem(random, Ties::many, Weights::none);
  Problem other = problem;
  for (double& score : other.scores) score = std::exp(score);  // the same order
  Problem reversed = problem;
  for (double& score : reversed.scores) score = -score;
  const Ranking a = rank_cases(problem.cases());
  const Ranking b = rank_cases(other.cases());
  const Ranking c = rank_cases(reversed.cases());
  const auto values = bootstrap({problem.labels}, {&a, &b, &c}, {Region{}}, {50, 3, 1});
  EXPECT_EQ(values[0], values[1]);
  for (std::size_t r = 0; r < 50; ++r) EXPECT_NEAR(values[2][0][r], 1 - values[0][0][r], 1e-12);
}

double spread(const std::vector<double>& values) {
  const auto count = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return std::sqrt(sum / (count - 1));
}

// Rows alone, with weights, and in groups of mixed classes whose rows share some of their score.
TEST(Bootstrap, SpreadsAsTheInfluenceFunctionSays) {
  Random random(55);
  for (const bool weighted : {false, true}) {
    for (const bool grouped : {false, true}) {
      Problem problem = test::binormal_problem(random, 400, 1200, 1.2);
      std::vector<std::uint32_t> groups;
      constexpr std::uint32_t kGroups = 160;
      std::vector<double> shared(kGroups);
      for (double& effect : shared) effect = random.normal();
      for (std::size_t i = 0; i < problem.labels.size(); ++i) {
        if (weighted) problem.weights.push_back(0.2 + 3 * random.uniform());
        if (!grouped) continue;
        groups.push_back(static_cast<std::uint32_t>(i) % kGroups);
        problem.scores[i] += shared[groups.back()];
      }
      const auto values = bootstrap_of(problem, {3000, 1, 2}, groups, kGroups);
      const Ranking ranking = rank_cases(problem.cases());
      const RocCurve curve = roc_curve(problem.cases(), ranking);
      for (std::size_t m = 0; m < 4; ++m) {
        const double variance = influence_variance(influence(problem.cases(), ranking, curve, kMeasures[m]),
                                                   problem.cases(), groups, kGroups);
        EXPECT_NEAR(spread(values[0][m]) / std::sqrt(variance), 1, 0.07)
            << "measure " << m << (weighted ? ", weighted" : "") << (grouped ? ", grouped" : "");
      }
    }
  }
}

// Groups of equal rows: drawing groups must spread as drawing from the distinct rows does, not from the copies.
TEST(Bootstrap, DrawsWholeGroups) {
  Random random(56);
  const Problem problem = test::binormal_problem(random, 50, 150, 1);
  Problem copies;
  std::vector<std::uint32_t> groups;
  for (std::uint32_t row = 0; row < 200; ++row) {
    for (int copy = 0; copy < 4; ++copy) {
      copies.labels.push_back(problem.labels[row]);
      copies.scores.push_back(problem.scores[row]);
      groups.push_back(row);
    }
  }
  const double grouped = spread(bootstrap_of(copies, {3000, 1, 2}, groups, 200)[0][0]);
  EXPECT_NEAR(grouped / spread(bootstrap_of(problem, {3000, 1, 2})[0][0]), 1, 0.07);
  EXPECT_NEAR(grouped / spread(bootstrap_of(copies, {3000, 1, 2})[0][0]), 2, 0.15);
}

TEST(Bootstrap, DrawsAgainWhereAClassIsMissing) {
  const Problem problem = {{1, 0, 0}, {2, 1, 3}, {}};
  const std::vector<std::uint32_t> groups = {0, 1, 1};
  const auto values = bootstrap_of(problem, {200, 1, 1}, groups, 2);
  for (const double value : values[0][0]) EXPECT_EQ(value, 0.5);
}

TEST(Bootstrap, RefusesTooFewReplicates) { EXPECT_THROW(bootstrap_of({{0, 1}, {1, 2}, {}}, {1, 0, 1}), UserError); }

}  // namespace
}  // namespace pauc
