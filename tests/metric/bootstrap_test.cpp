#include "pauc/metric/bootstrap.h"

#include <cmath>
#include <numeric>

#include "pauc/core/error.h"
#include "pauc/metric/influence.h"
#include "support/problems.h"

namespace pauc {
namespace {

using test::Problem;
using test::Ties;
using test::Weights;

const std::vector<Measure> kMeasures = {Region{}, Region{0, 0.3, 0}, Region{0, 0.5, 0.4}, TprBand{0.5, 1}, TprAt{0.1}};

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

// A replicate is a data set: drawn again row by row with the same random numbers and judged from scratch, it gives the
// same values.
TEST(Bootstrap, EqualsJudgingTheDrawnRowsFromScratch) {
  Random random(53);
  for (int round = 0; round < 30; ++round) {
    const Problem problem = test::random_problem(random, Ties::many, Weights::none);
    const auto values = bootstrap_of(problem, {20, 9, 1});
    const Ranking ranking = rank_cases(problem.cases());
    std::vector<std::uint32_t> rows[2];
    for (const std::uint32_t row : ranking.rows) rows[problem.labels[row]].push_back(row);
    for (std::uint64_t replicate = 0; replicate < 20; ++replicate) {
      Random draws(9, replicate);
      Problem drawn;
      for (const int label : {1, 0}) {
        for (std::size_t i = 0; i < rows[label].size(); ++i) {
          const auto row = rows[label][draws.below(static_cast<std::uint32_t>(rows[label].size()))];
          drawn.labels.push_back(problem.labels[row]);
          drawn.scores.push_back(problem.scores[row]);
        }
      }
      const RocCurve curve = roc_curve(drawn.cases());
      for (std::size_t m = 0; m < kMeasures.size(); ++m) {
        ASSERT_NEAR(values[0][m][replicate], measured(curve.vertices, kMeasures[m]), 1e-12);
      }
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

TEST(Bootstrap, SpreadsAsTheInfluenceFunctionSays) {
  Random random(55);
  const Problem problem = test::binormal_problem(random, 300, 900, 1.2);
  const auto values = bootstrap_of(problem, {4000, 1, 2});
  const Ranking ranking = rank_cases(problem.cases());
  const RocCurve curve = roc_curve(problem.cases(), ranking);
  for (std::size_t m = 0; m < 4; ++m) {
    const auto& replicates = values[0][m];
    const double mean = std::accumulate(replicates.begin(), replicates.end(), 0.0) / 4000;
    double variance = 0;
    for (const double value : replicates) variance += (value - mean) * (value - mean) / 3999;
    const double expected =
        influence_variance(influence(problem.cases(), ranking, curve, kMeasures[m]), problem.cases(), {}, 0);
    EXPECT_NEAR(std::sqrt(variance / expected), 1, 0.06) << "measure " << m;
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
  const auto spread = [](const std::vector<double>& values) {
    const auto count = static_cast<double>(values.size());
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
    double sum = 0;
    for (const double value : values) sum += (value - mean) * (value - mean);
    return std::sqrt(sum / count);
  };
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
