#include "pauc/metric/interval/permutation_drop.h"

#include <algorithm>
#include <numeric>

#include "pauc/metric/partial_auc.h"
#include "support/problems.h"

namespace pauc::test {
namespace {

constexpr Region kTwoWay = two_way(0.4, 0.5);

std::vector<std::int64_t> shuffled(std::int64_t count, Random& random) {
  std::vector<std::int64_t> places(static_cast<std::size_t>(count));
  std::iota(places.begin(), places.end(), 0);
  for (std::size_t left = places.size(); left > 1; --left) {
    std::swap(places[left - 1], places[random.below(static_cast<std::uint32_t>(left))]);
  }
  return places;
}

// Rows with two inputs that both tell the classes apart, and the score a + b.
struct TwoInputs {
  std::vector<std::uint8_t> labels;
  std::vector<double> a, b, scores;

  TwoInputs(std::int64_t rows, double positive_share, Random& random) {
    for (std::int64_t k = 0; k < rows; ++k) {
      const bool positive = random.uniform() < positive_share;
      labels.push_back(positive ? 1 : 0);
      a.push_back(random.normal() + (positive ? 1.2 : 0));
      b.push_back(random.normal() + (positive ? 0.8 : 0));
      scores.push_back(a.back() + b.back());
    }
  }

  std::int64_t size() const { return static_cast<std::int64_t>(labels.size()); }

  std::vector<double> with_donors(const std::vector<std::int64_t>& donors) const {
    std::vector<double> mixed(labels.size());
    for (std::size_t k = 0; k < mixed.size(); ++k) mixed[k] = a[static_cast<std::size_t>(donors[k])] + b[k];
    return mixed;
  }
};

PermutationDrop drop_of(const TwoInputs& problem, const Region& region, std::size_t repeats, Random& random,
                        Span<const std::uint32_t> groups = {}, std::int64_t group_count = 0) {
  std::vector<std::vector<std::int64_t>> donors(repeats);
  std::vector<std::vector<double>> scores(repeats);
  std::vector<PermutedScores> permuted;
  for (std::size_t r = 0; r < repeats; ++r) {
    donors[r] = shuffled(problem.size(), random);
    scores[r] = problem.with_donors(donors[r]);
    permuted.push_back({scores[r], donors[r]});
  }
  return DropsFrom({problem.labels, problem.scores}, groups, group_count, region).of(permuted, 0.95);
}

TEST(PermutationDrop, IsTheMeanFallOfTheAreaOnTheScaleOfTheLog) {
  Random random(3);
  const TwoInputs problem(300, 0.3, random);
  for (const Region& region : {fpr_at_most(0.2), fpr_between(0.1, 0.4), kTwoWay}) {
    const Scale scale = region.tpr_min > 0 ? Scale::normalised : Scale::mcclish;
    std::vector<std::vector<std::int64_t>> donors = {shuffled(300, random), shuffled(300, random)};
    std::vector<std::vector<double>> scores = {problem.with_donors(donors[0]), problem.with_donors(donors[1])};
    const DropsFrom drops({problem.labels, problem.scores}, {}, 0, region);
    const double before = partial_auc({problem.labels, problem.scores}, region, scale);
    EXPECT_NEAR(drops.value(), before, 1e-12);
    double expected = 0;
    for (const auto& permuted : scores)
      expected += (before - partial_auc({problem.labels, permuted}, region, scale)) / 2;
    const PermutationDrop drop = drops.of({{scores[0], donors[0]}, {scores[1], donors[1]}}, 0.95);
    EXPECT_NEAR(drop.drop, expected, 1e-12) << region_text(region);
    ASSERT_TRUE(drop.ci.has_value());
    EXPECT_NEAR((drop.ci->lower + drop.ci->upper) / 2, drop.drop, 1e-12);
    EXPECT_LT(drop.ci->lower, drop.ci->upper);
  }
}

TEST(PermutationDrop, OfInputsThatChangeNoScoreIsExactlyZeroWithoutDoubt) {
  Random random(4);
  const TwoInputs problem(200, 0.2, random);
  const auto donors = shuffled(200, random);
  const DropsFrom drops({problem.labels, problem.scores}, {}, 0, fpr_at_most(0.1));
  const PermutationDrop drop = drops.of({{problem.scores, donors}}, 0.95);
  EXPECT_EQ(drop.drop, 0);
  EXPECT_EQ(drop.ci->lower, 0);
  EXPECT_EQ(drop.ci->upper, 0);
}

TEST(PermutationDrop, OfOnePositiveHasNoInterval) {
  const std::vector<std::uint8_t> labels = {1, 0, 0};
  const std::vector<double> scores = {3, 2, 1};
  const std::vector<double> permuted = {1, 2, 3};
  const std::vector<std::int64_t> donors = {2, 1, 0};
  const DropsFrom drops({labels, scores}, {}, 0, fpr_at_most(1));
  const PermutationDrop drop = drops.of({{permuted, donors}}, 0.95);
  EXPECT_EQ(drop.drop, 1);
  EXPECT_FALSE(drop.ci.has_value());
}

TEST(PermutationDrop, TakesAGroupOfEqualRowsAsOneCase) {
  Random random(5);
  const TwoInputs once(250, 0.3, random);
  TwoInputs twice = once;
  for (auto* list : {&twice.a, &twice.b, &twice.scores}) list->insert(list->end(), list->begin(), list->end());
  twice.labels.insert(twice.labels.end(), once.labels.begin(), once.labels.end());
  std::vector<std::uint32_t> groups;
  for (std::uint32_t k = 0; k < 500; ++k) groups.push_back(k % 250);
  const auto width = [](const PermutationDrop& drop) { return drop.ci->upper - drop.ci->lower; };
  const double grouped = width(drop_of(twice, fpr_at_most(0.3), 5, random, groups, 250));
  const double single = width(drop_of(once, fpr_at_most(0.3), 5, random));
  EXPECT_NEAR(grouped / single, 1, 0.2);
}

// The drop with infinitely many rows, from very many.
double true_drop(const Region& region) {
  Random random(99);
  const TwoInputs many(400'000, 0.2, random);
  return drop_of(many, region, 2, random).drop;
}

TEST(PermutationDrop, IntervalsCoverTheTrueDropAboutAsOftenAsTheyShould) {
  for (const Region& region : {fpr_at_most(0.1), two_way(0.5, 0.5)}) {
    const double expected = true_drop(region);
    Random random(7);
    constexpr int kProblems = 400;
    int covered = 0;
    double mean = 0;
    for (int k = 0; k < kProblems; ++k) {
      const PermutationDrop drop = drop_of(TwoInputs(500, 0.2, random), region, 5, random);
      covered += drop.ci->lower <= expected && expected <= drop.ci->upper ? 1 : 0;
      mean += drop.drop / kProblems;
    }
    EXPECT_NEAR(mean, expected, 0.006) << region_text(region);
    EXPECT_GE(covered, 0.925 * kProblems) << region_text(region);
    EXPECT_LE(covered, 0.985 * kProblems) << region_text(region);
  }
}

}  // namespace
}  // namespace pauc::test
