// With scores that do not change, sopa's thresholds must find the true top of the negatives from small batches.
#include <ATen/Functions.h>

#include <algorithm>

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

Found selection_on_frozen_scores(double fpr_max, int batch_negatives) {
  Random random(31);
  const test::ClassScores all = test::random_class_scores(random, kPositives, kNegatives);
  std::vector<double> sorted = all.negatives;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const double cut = sorted[static_cast<std::size_t>(fpr_max * kNegatives) - 1];
  SopaOptions options;
  options.fpr_max = fpr_max;
  Objective sopa = make_objective(options, kPositives + kNegatives);

  Found found;
  double top = 0;
  double rest = 0;
  std::vector<double> shuffled = all.negatives;
  for (int visit = 0; visit < kVisits; ++visit) {
    for (int positive = 0; positive < kPositives; ++positive) {
      for (int j = 0; j < batch_negatives; ++j) {
        std::swap(shuffled[j], shuffled[j + random.below(kNegatives - j)]);
      }
      const test::ClassScores some = {{all.positives[positive]},
                                      {shuffled.begin(), shuffled.begin() + batch_negatives}};
      test::LeafBatch leaf = test::leaf_batch(some);
      leaf.batch.slots = at::full({some.size()}, positive, at::kLong);
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

TEST(Sopa, FindsTheTrueTopFromSmallBatches) {
  const Found found = selection_on_frozen_scores(0.1, 32);
  RecordProperty("on_top", std::to_string(found.on_top));
  std::printf("beta 0.1, 32 negatives: %.3f of 10 on the top, %.4f on the rest, %.2f %% of visits empty\n",
              found.on_top, found.on_rest, 100 * found.empty);
  EXPECT_GE(found.on_top, 9.2);
  EXPECT_LE(found.on_rest, 0.1);
  EXPECT_LE(found.empty, 0.06);
}

TEST(Sopa, FindsTheTopHundredthFromLargerBatches) {
  const Found found = selection_on_frozen_scores(0.01, 256);
  std::printf("beta 0.01, 256 negatives: %.2f of 100 on the top, %.4f on the rest, %.2f %% of visits empty\n",
              found.on_top, found.on_rest, 100 * found.empty);
  EXPECT_GE(found.on_top, 92);
  EXPECT_LE(found.on_rest, 0.1);
}

}  // namespace
}  // namespace pauc
