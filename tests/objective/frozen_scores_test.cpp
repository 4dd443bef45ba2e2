// With scores that do not change, sopa must find the true top of the negatives from small batches.
#include <ATen/Functions.h>

#include <algorithm>
#include <numeric>

#include "pauc/objective/make_objective.h"
#include "support/batches.h"

namespace pauc {
namespace {

constexpr int kPositives = 8;
constexpr int kNegatives = 2000;
constexpr int kVisits = 3000;
constexpr int kDropped = 1000;

struct Found {
  double on_top = 0;   // average weight p / beta of a negative in the true top share; ideal 1 / beta
  double on_rest = 0;  // of the others; ideal 0
  double empty = 0;    // share of visits that selected nothing
};

Found selection_on_frozen_scores(Thresholds thresholds, double fpr_max, int batch_negatives) {
  Random random(31);
  const test::ClassScores all = test::random_class_scores(random, kPositives, kNegatives);
  std::vector<double> sorted = all.negatives;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const double cut = sorted[static_cast<std::size_t>(fpr_max * kNegatives) - 1];
  SopaOptions options;
  options.fpr_max = fpr_max;
  options.thresholds = thresholds;
  options.threshold_lr = 0.2;  // scores that rest need no faster step
  Objective sopa = make_objective(options, kPositives + kNegatives);

  Found found;
  double top = 0;
  double rest = 0;
  std::vector<std::int64_t> shuffled(kNegatives);
  std::iota(shuffled.begin(), shuffled.end(), 0);
  for (int visit = 0; visit < kVisits; ++visit) {
    for (int positive = 0; positive < kPositives; ++positive) {
      for (int j = 0; j < batch_negatives; ++j) {
        std::swap(shuffled[j], shuffled[j + random.below(kNegatives - j)]);
      }
      test::ClassScores some = {{all.positives[positive]}, {}};
      std::vector<std::int64_t> slots = {positive};
      for (int j = 0; j < batch_negatives; ++j) {
        some.negatives.push_back(all.negatives[shuffled[j]]);
        slots.push_back(kPositives + shuffled[j]);
      }
      test::LeafBatch leaf = test::leaf_batch(some);
      leaf.batch.slots = at::tensor(slots, at::kLong);
      sopa(leaf.batch).differentiable.backward();
      if (visit < kDropped) continue;
      const auto gradient = test::values_of(leaf.scores.grad());
      int selected = 0;
      for (int j = 0; j < batch_negatives; ++j) {
        const bool chosen = gradient[1 + j] != 0;
        selected += chosen ? 1 : 0;
        const bool is_top = some.negatives[j] >= cut;
        (is_top ? top : rest) += 1;
        (is_top ? found.on_top : found.on_rest) += chosen ? 1 / fpr_max : 0;
      }
      found.empty += selected == 0 ? 1.0 / (kPositives * (kVisits - kDropped)) : 0;
    }
  }
  found.on_top /= top;
  found.on_rest /= rest;
  return found;
}

void expect_found(Thresholds thresholds, double fpr_max, int batch_negatives, double least_on_top) {
  const Found found = selection_on_frozen_scores(thresholds, fpr_max, batch_negatives);
  std::printf("beta %g, %d negatives: %.3f of %g on the top, %.4f on the rest, %.2f %% of visits empty\n", fpr_max,
              batch_negatives, found.on_top, 1 / fpr_max, found.on_rest, 100 * found.empty);
  EXPECT_GE(found.on_top * fpr_max, least_on_top);
  EXPECT_LE(found.on_rest, 0.1);
}

TEST(Sopa, FindsTheTrueTopByASharedCut) {
  expect_found(Thresholds::shared, 0.1, 32, 0.999);
  expect_found(Thresholds::shared, 0.01, 256, 0.999);
}

TEST(Sopa, FindsTheTrueTopByOwnThresholds) {
  expect_found(Thresholds::own, 0.1, 32, 0.92);
  expect_found(Thresholds::own, 0.01, 256, 0.92);
}

}  // namespace
}  // namespace pauc
