#include "pauc/metric/interval/influence.h"

#include <cmath>
#include <numeric>

#include "support/problems.h"

namespace pauc {
namespace {

using test::Problem;
using test::Ties;
using test::Weights;

// The measure with `mass` added to one class of block k, class totals (and so bounds and scale) held as they were.
double measure_with_mass(const RocCurve& curve, const Region& region, std::size_t block, double extra_negatives,
                         double extra_positives) {
  RegionArea area(region, curve.totals());
  Vertex before;
  for (std::size_t k = 1; k < curve.vertices.size(); ++k) {
    Vertex corner = curve.vertices[k];
    if (k > block) {
      corner.negatives += extra_negatives;
      corner.positives += extra_positives;
    }
    area.add(before, corner);
    before = corner;
  }
  return area.normalised();
}

TEST(BlockDerivatives, EqualForwardDifferences) {
  Random random(41);
  for (int round = 0; round < 300; ++round) {
    const Problem problem = test::random_problem(random, round % 3 == 0 ? Ties::none : Ties::many, Weights::any);
    const RocCurve curve = roc_curve(problem.cases());
    const double fpr_max = 0.05 + 0.95 * random.uniform();
    for (const Region region :
         {fpr_at_most(fpr_max), fpr_between(fpr_max / 3, fpr_max), two_way(random.uniform(), fpr_max)}) {
      const BlockDerivatives derivatives = block_derivatives(curve.vertices, region);
      const double value = measured(curve.vertices, region);
      const double step = 1e-7;
      for (std::size_t k = 0; k < curve.thresholds.size(); ++k) {
        const Vertex size{curve.vertices[k + 1].negatives - curve.vertices[k].negatives,
                          curve.vertices[k + 1].positives - curve.vertices[k].positives};
        const double scale = 1 + std::abs(derivatives.negatives[k]) + std::abs(derivatives.positives[k]);
        if (size.negatives > 1e-3) {
          const double difference = (measure_with_mass(curve, region, k, step, 0) - value) / step;
          ASSERT_NEAR(derivatives.negatives[k], difference, 2e-4 * scale) << "negatives of block " << k;
        }
        if (size.positives > 1e-3) {
          const double difference = (measure_with_mass(curve, region, k, 0, step) - value) / step;
          ASSERT_NEAR(derivatives.positives[k], difference, 2e-4 * scale) << "positives of block " << k;
        }
      }
    }
  }
}

// Bounds that fall exactly on corners of the curve, as 0.1 of 1000 negatives does: the derivative for growing mass.
TEST(BlockDerivatives, AreOneSidedWhereABoundMeetsACorner) {
  Random random(42);
  const Problem problem = test::binormal_problem(random, 8, 10, 1);
  const RocCurve curve = roc_curve(problem.cases());
  for (const Region region :
       {fpr_at_most(0.5), fpr_between(0.25, 0.5), fpr_between(0.5, 1), two_way(0.5, 0.5), Region{}}) {
    const BlockDerivatives derivatives = block_derivatives(curve.vertices, region);
    const double value = measured(curve.vertices, region);
    for (std::size_t k = 0; k < curve.thresholds.size(); ++k) {
      const double step = 1e-7;
      if (curve.vertices[k + 1].negatives > curve.vertices[k].negatives) {
        EXPECT_NEAR(derivatives.negatives[k], (measure_with_mass(curve, region, k, step, 0) - value) / step, 1e-6);
      } else {
        EXPECT_NEAR(derivatives.positives[k], (measure_with_mass(curve, region, k, 0, step) - value) / step, 1e-6);
      }
    }
  }
}

// The one-way influence function in closed form (docs/metrics.md), ties included.
TEST(BlockDerivatives, EqualTheClosedFormOneWay) {
  Random random(43);
  for (int round = 0; round < 200; ++round) {
    const Problem problem = test::random_problem(random, Ties::many, Weights::none);
    const RocCurve curve = roc_curve(problem.cases());
    const Vertex totals = curve.totals();
    const double beta = 0.01 + 0.98 * random.uniform();
    std::size_t q = 0;
    while (curve.vertices[q + 1].negatives < beta * totals.negatives) ++q;
    const double f1 = curve.vertices[q].negatives / totals.negatives;
    const double f2 = curve.vertices[q + 1].negatives / totals.negatives;
    const double t1 = curve.vertices[q].positives / totals.positives;
    const double t2 = curve.vertices[q + 1].positives / totals.positives;
    const double phi = (beta - f1) / (f2 - f1);
    const double r = t1 + phi * (t2 - t1);
    const BlockDerivatives derivatives = block_derivatives(curve.vertices, fpr_at_most(beta));
    for (std::size_t k = 0; k < curve.thresholds.size(); ++k) {
      const double half_above = (curve.vertices[k].positives + curve.vertices[k + 1].positives) / 2 / totals.positives;
      const double half_below = (curve.vertices[k].negatives + curve.vertices[k + 1].negatives) / 2 / totals.negatives;
      const double negative = k < q ? half_above - r : (k == q ? -phi * (r - t1) / 2 : 0);
      const double positive = k < q ? (beta - f1) + (f1 - half_below) : (k == q ? phi * phi * (f2 - f1) / 2 : 0);
      ASSERT_NEAR(derivatives.positives[k] * beta * totals.positives, positive, 1e-12);
      if (curve.vertices[k + 1].negatives > curve.vertices[k].negatives) {
        ASSERT_NEAR(derivatives.negatives[k] * beta * totals.negatives, negative, 1e-12);
      }
    }
  }
}

TEST(BlockDerivatives, OfATprBandAreThoseOfTheTurnedProblem) {
  Random random(44);
  for (int round = 0; round < 50; ++round) {
    const Problem problem = test::random_problem(random, Ties::many, Weights::none);
    Problem turned = problem;
    for (auto& label : turned.labels) label = 1 - label;
    for (auto& score : turned.scores) score = -score;
    const auto a = block_derivatives(roc_curve(problem.cases()).vertices, TprBand{0.3, 0.8});
    const auto b = block_derivatives(roc_curve(turned.cases()).vertices, fpr_between(1 - 0.8, 1 - 0.3));
    const std::size_t blocks = a.positives.size();
    for (std::size_t k = 0; k < blocks; ++k) {
      ASSERT_NEAR(a.positives[k], b.negatives[blocks - 1 - k], 1e-12);
      ASSERT_NEAR(a.negatives[k], b.positives[blocks - 1 - k], 1e-12);
    }
  }
}

std::vector<double> influence_of(const Problem& problem, const Measure& measure) {
  const Ranking ranking = rank_cases(problem.cases());
  return influence(problem.cases(), ranking, roc_curve(problem.cases(), ranking), measure);
}

TEST(Influence, SumsToZeroInEachClass) {
  Random random(45);
  const Problem problem = test::random_problem(random, Ties::many, Weights::any);
  for (const Measure& measure :
       {Measure(Region{}), Measure(two_way(0.4, 0.3)), Measure(TprBand{0.2, 0.9}), Measure(TprAt{0.2})}) {
    double sums[2] = {0, 0};
    const auto values = influence_of(problem, measure);
    for (std::size_t i = 0; i < values.size(); ++i) sums[problem.labels[i]] += values[i];
    EXPECT_NEAR(sums[0], 0, 1e-12);
    EXPECT_NEAR(sums[1], 0, 1e-12);
  }
}

// DeLong's variance of the whole AUC, from placements counted pair by pair.
TEST(InfluenceVariance, IsDelongsForTheWholeAuc) {
  Random random(46);
  const Problem problem = test::binormal_problem(random, 30, 50, 1);
  std::vector<double> placements[2];
  for (std::size_t i = 0; i < problem.labels.size(); ++i) {
    double sum = 0;
    double others = 0;
    for (std::size_t j = 0; j < problem.labels.size(); ++j) {
      if (problem.labels[i] == problem.labels[j]) continue;
      const double gap = (problem.scores[i] - problem.scores[j]) * (problem.labels[i] != 0 ? 1 : -1);
      sum += gap > 0 ? 1 : (gap == 0 ? 0.5 : 0);
      ++others;
    }
    placements[problem.labels[i]].push_back(sum / others);
  }
  double expected = 0;
  for (const auto& placement : placements) {
    const auto count = static_cast<double>(placement.size());
    const double mean = std::accumulate(placement.begin(), placement.end(), 0.0) / count;
    for (const double value : placement) expected += (value - mean) * (value - mean) / (count - 1) / count;
  }
  EXPECT_NEAR(influence_variance(influence_of(problem, Region{}), problem.cases(), {}, 0), expected, 1e-15);
}

TEST(InfluenceVariance, SumsByGroupFirst) {
  const Problem problem = {{1, 0, 1, 0}, {4, 3, 2, 1}, {}};
  const std::vector<double> influence = {1, -1, 2, -2};
  const std::vector<std::uint32_t> groups = {0, 0, 1, 2};
  EXPECT_DOUBLE_EQ(influence_variance(influence, problem.cases(), groups, 3), (0 + 4 + 4) * 3.0 / 2);
  EXPECT_DOUBLE_EQ(influence_variance(influence, problem.cases(), {}, 0), (1 + 4) * 2.0 + (1 + 4) * 2.0);
}

TEST(InfluenceVariance, OfDuplicatedRowsInGroupsIsThatOfTheRows) {
  Random random(47);
  const Problem problem = test::binormal_problem(random, 40, 60, 1);
  Problem doubled = problem;
  std::vector<std::uint32_t> groups(100);
  std::iota(groups.begin(), groups.end(), 0);
  auto doubled_groups = groups;
  doubled.labels.insert(doubled.labels.end(), problem.labels.begin(), problem.labels.end());
  doubled.scores.insert(doubled.scores.end(), problem.scores.begin(), problem.scores.end());
  doubled_groups.insert(doubled_groups.end(), groups.begin(), groups.end());
  const Region region = fpr_at_most(0.3);
  EXPECT_NEAR(influence_variance(influence_of(doubled, region), doubled.cases(), doubled_groups, 100),
              influence_variance(influence_of(problem, region), problem.cases(), groups, 100), 1e-6);
}

}  // namespace
}  // namespace pauc
