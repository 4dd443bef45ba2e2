#include "pauc/metric/partial_auc.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pauc/core/error.h"
#include "pauc/metric/paper_estimators.h"
#include "pauc/metric/roc.h"
#include "support/problems.h"

namespace pauc {
namespace {

using test::Problem;
using test::Ties;
using test::Weights;

constexpr double kTolerance = 1e-12;

// Three negatives at 1, 3, 5 and two positives at 2, 4: FPR rises at 5, TPR at 4, FPR at 3, TPR at 2, FPR at 1.
Problem staircase() { return {{0, 1, 0, 1, 0}, {1, 2, 3, 4, 5}, {}}; }

TEST(Auc, CountsPairs) { EXPECT_DOUBLE_EQ(auc(staircase().cases()), 3.0 / 6); }

TEST(Auc, CountsATiedPairHalf) {
  const Problem tied = {{0, 1, 0, 1}, {1, 1, 1, 1}, {}};
  EXPECT_DOUBLE_EQ(auc(tied.cases()), 0.5);
  EXPECT_DOUBLE_EQ(partial_auc(tied.cases(), fpr_at_most(0.3), Scale::mcclish), 0.5);
}

TEST(PartialAuc, IsTheAreaOfTheStaircase) {
  // Over FPR 0..1/3 the curve is 0, over 1/3..2/3 it is 1/2, then 1.
  EXPECT_NEAR(partial_auc(staircase().cases(), fpr_at_most(0.5), Scale::raw), (0.5 - 1.0 / 3) * 0.5, kTolerance);
  EXPECT_NEAR(partial_auc(staircase().cases(), fpr_between(0.5, 1), Scale::raw), (2.0 / 3 - 0.5) * 0.5 + 1.0 / 3,
              kTolerance);
  EXPECT_NEAR(partial_auc(staircase().cases(), two_way(0.75, 1), Scale::raw), 1.0 / 3 * 0.25, kTolerance);
}

TEST(PartialAuc, HasThreeScales) {
  const Region region = fpr_at_most(0.5);
  const double raw = partial_auc(staircase().cases(), region, Scale::raw);
  EXPECT_NEAR(partial_auc(staircase().cases(), region, Scale::normalised), raw / 0.5, kTolerance);
  EXPECT_NEAR(partial_auc(staircase().cases(), region, Scale::mcclish), 0.5 * (1 + (raw - 0.125) / (0.5 - 0.125)),
              kTolerance);
}

TEST(PartialAuc, IsTheAreaToTheRightOfTheCurveInATprBand) {
  // TPR 0..1/2 is reached at FPR 1/3, TPR 1/2..1 at FPR 2/3.
  EXPECT_NEAR(partial_auc(staircase().cases(), TprBand{0.25, 0.75}, Scale::raw), 0.25 * 2 / 3 + 0.25 / 3, kTolerance);
  EXPECT_NEAR(partial_auc(staircase().cases(), TprBand{0, 1}, Scale::raw), auc(staircase().cases()), kTolerance);
}

TEST(PartialAuc, EqualsBruteForceOverPairs) {
  Random random(11);
  for (int round = 0; round < 1000; ++round) {
    const Problem problem = test::random_problem(random, Ties::none, Weights::none);
    const double fpr_max = random.below(5) == 0 ? 1 : 0.01 + 0.99 * random.uniform();
    const double fpr_min = fpr_max * random.uniform();
    const double tpr_min = random.uniform();
    for (const Region region : {fpr_at_most(fpr_max), fpr_between(fpr_min, fpr_max), two_way(tpr_min, fpr_max)}) {
      ASSERT_NEAR(partial_auc(problem.cases(), region, Scale::normalised), test::brute_force_area(problem, region),
                  kTolerance);
    }
    ASSERT_NEAR(auc(problem.cases()), test::brute_force_area(problem, {}), kTolerance);
  }
}

TEST(PartialAuc, CountsAWeightOfTwoLikeTheRowGivenTwice) {
  Random random(12);
  for (int round = 0; round < 300; ++round) {
    const Problem weighted = test::random_problem(random, Ties::many, Weights::whole);
    const Problem repeated = test::with_rows_repeated(weighted);
    for (const Region region : {Region{}, fpr_at_most(0.3), fpr_between(0.1, 0.4), two_way(0.5, 0.5)}) {
      ASSERT_NEAR(partial_auc(weighted.cases(), region, Scale::normalised),
                  partial_auc(repeated.cases(), region, Scale::normalised), kTolerance);
    }
  }
}

// Large enough for the sampled cut, in an order that misleads a sample of neighbours, and with many ties at the cut.
TEST(PartialAuc, IsTheSameByTheQuickWayAndByTheWholeCurve) {
  Random random(13);
  Problem problem = test::binormal_problem(random, 100000, 400000, 1);
  for (int round = 0; round < 3; ++round) {
    const RocCurve curve = roc_curve(problem.cases());
    for (const Region region :
         {Region{}, fpr_at_most(1e-5), fpr_at_most(0.01), fpr_at_most(0.3), fpr_between(0.1, 0.3), two_way(0.6, 0.4)}) {
      const double expected = measured(curve.vertices, region);
      EXPECT_NEAR(partial_auc(problem.cases(), region, Scale::normalised, 1), expected, kTolerance);
      EXPECT_EQ(partial_auc(problem.cases(), region, Scale::normalised, 1),
                partial_auc(problem.cases(), region, Scale::normalised, 3));
    }
    if (round == 0) std::sort(problem.scores.begin(), problem.scores.end());
    if (round == 1)
      for (double& score : problem.scores) score = std::round(score);
  }
}

// The rows that the sample looks at are the highest ones: its guess of where FPR 0.3 lies is far too high.
TEST(PartialAuc, RecoversFromASampleThatMisleads) {
  Random random(18);
  Problem problem = test::binormal_problem(random, 100, 300000, 0);
  Random sample(0);
  const auto rows = static_cast<std::uint32_t>(problem.scores.size());
  for (int draw = 0; draw < 4 << 14; ++draw) problem.scores[sample.below(rows)] += 100;
  const Region region = fpr_at_most(0.3);
  const double expected = measured(roc_curve(problem.cases()).vertices, region);
  EXPECT_NEAR(partial_auc(problem.cases(), region, Scale::normalised), expected, kTolerance);
}

TEST(PartialAuc, DoesNotChangeUnderAMonotoneMapOfTheScores) {
  Random random(14);
  Problem problem = test::random_problem(random, Ties::many, Weights::none);
  const double before = partial_auc(problem.cases(), fpr_at_most(0.3), Scale::raw);
  for (double& score : problem.scores) score = std::exp(score) * 1e100 - 1e-3;
  EXPECT_EQ(partial_auc(problem.cases(), fpr_at_most(0.3), Scale::raw), before);
}

TEST(PartialAuc, IsExactlyOneForAPerfectScoreAndZeroForItsReverse) {
  Random random(16);
  for (int positives = 1; positives < 12; ++positives) {
    for (int negatives = 1; negatives < 60; ++negatives) {
      Problem problem;
      for (int i = 0; i < positives + negatives; ++i) {
        problem.labels.push_back(i < positives ? 1 : 0);
        problem.scores.push_back(i < positives ? 1 + random.uniform() : random.uniform());
        problem.weights.push_back(0.1 + random.uniform());
      }
      Problem reversed = problem;
      for (double& score : reversed.scores) score = -score;
      for (const Region region :
           {Region{}, fpr_at_most(0.05), fpr_at_most(0.1), fpr_between(0.1, 0.3), two_way(0.3, 0.7)}) {
        for (const bool weighted : {false, true}) {
          if (!weighted) problem.weights.clear();
          ASSERT_EQ(partial_auc(problem.cases(), region, Scale::normalised), 1);
          ASSERT_EQ(partial_auc(reversed.cases(), region, Scale::normalised), 0);
        }
      }
    }
  }
}

TEST(PartialAuc, TakesNoThreadsForOne) {
  Random random(17);
  const Problem problem = test::binormal_problem(random, 2000, 3000, 1);
  EXPECT_EQ(auc(problem.cases(), 0), auc(problem.cases(), 1));
}

TEST(PartialAuc, TiesTheTwoZeros) {
  const Problem zeros = {{0, 1}, {0.0, -0.0}, {}};
  EXPECT_EQ(auc(zeros.cases()), 0.5);
}

TEST(PartialAuc, RefusesBadCases) {
  const auto refused = [](const Problem& problem) { EXPECT_THROW(auc(problem.cases()), UserError); };
  refused({{}, {}, {}});
  refused({{1, 1}, {1, 2}, {}});
  refused({{0, 0}, {1, 2}, {}});
  refused({{0, 2}, {1, 2}, {}});
  refused({{0, 1}, {1}, {}});
  refused({{0, 1}, {1, std::nan("")}, {}});
  refused({{0, 1}, {1, std::numeric_limits<double>::infinity()}, {}});
  refused({{0, 1}, {1, 2}, {1}});
  refused({{0, 1}, {1, 2}, {1, -1}});
  refused({{0, 1}, {1, 2}, {1, 0}});
  refused({{0, 1}, {1, 2}, {1, std::nan("")}});
}

TEST(PartialAuc, RefusesBadRegions) {
  const Problem problem = staircase();
  const double nan = std::nan("");
  for (const Region region :
       {fpr_at_most(0), fpr_at_most(1.1), fpr_between(-0.1, 1), fpr_between(0.5, 0.5), fpr_between(0.5, 0.4),
        two_way(1, 1), two_way(-0.1, 1), Region{0.1, 0.5, 0.5}, fpr_at_most(nan), fpr_between(nan, 1)}) {
    EXPECT_THROW(partial_auc(problem.cases(), region, Scale::raw), UserError)
        << region.fpr_min << ' ' << region.fpr_max;
  }
  EXPECT_THROW(partial_auc(problem.cases(), TprBand{0.5, 0.5}, Scale::raw), UserError);
  EXPECT_THROW(partial_auc(problem.cases(), two_way(0.5, 0.5), Scale::mcclish), UserError);
}

// The paper's counting estimators, by their definition over sorted lists.
double counted_by_definition(const Problem& problem, const Region& region) {
  const auto [positives, negatives] = test::sorted_by_class(problem);
  const double slack = 1e-9;
  const auto first =
      static_cast<std::size_t>(std::ceil(static_cast<double>(negatives.size()) * region.fpr_min - slack));
  const auto last =
      static_cast<std::size_t>(std::floor(static_cast<double>(negatives.size()) * region.fpr_max + slack));
  const auto lowest =
      static_cast<std::size_t>(std::floor(static_cast<double>(positives.size()) * (1 - region.tpr_min) + slack));
  double pairs = 0;
  for (std::size_t j = first; j < last; ++j) {
    for (std::size_t i = 0; i < lowest; ++i) pairs += positives[i] > negatives[j] ? 1 : 0;
  }
  return pairs / static_cast<double>(positives.size()) / static_cast<double>(negatives.size());
}

TEST(PaperEstimate, FollowsItsDefinition) {
  Random random(15);
  for (int round = 0; round < 500; ++round) {
    const Problem problem = test::random_problem(random, round % 2 == 0 ? Ties::none : Ties::many, Weights::none);
    const RocCurve curve = roc_curve(problem.cases());
    const double hundredth = 0.01 * (1 + random.below(99));
    for (const Region region :
         {fpr_at_most(hundredth), fpr_between(hundredth / 2, hundredth), two_way(hundredth, 0.5)}) {
      ASSERT_NEAR(paper_estimate(curve, region), counted_by_definition(problem, region), kTolerance);
    }
  }
}

TEST(PaperEstimate, GuardsAgainstRepresentation) {
  // 0.29 * 100 is 28.999999999999996 in doubles; one positive above all of 100 negatives counts 29 pairs.
  Problem problem{{1}, {1000}, {}};
  for (int j = 0; j < 100; ++j) {
    problem.labels.push_back(0);
    problem.scores.push_back(j);
  }
  EXPECT_DOUBLE_EQ(paper_estimate(roc_curve(problem.cases()), fpr_at_most(0.29)), 0.29);
}

TEST(PaperEstimate, IsZeroWhenACountIsZero) {
  EXPECT_EQ(paper_estimate(roc_curve(staircase().cases()), fpr_at_most(0.3)), 0);
  EXPECT_EQ(paper_estimate(roc_curve(staircase().cases()), two_way(0.6, 1)), 0);
}

}  // namespace
}  // namespace pauc
