// SVM-pAUC against its definition: the best of all orderings of all examples, one by one.
#include "pauc/objective/method/svm_pauc.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pauc/objective/make_objective.h"
#include "support/batches.h"

namespace pauc {
namespace {

// D(pi) - 1/(n+ n-) sum_ij pi_ij (h_i - h_j) of one ordering, best first: places below P are positives.
double value_of(const std::vector<int>& order, const test::ClassScores& scores, const SvmPaucOptions& options) {
  const auto positives = static_cast<int>(scores.positives.size());
  const auto negatives = static_cast<double>(scores.negatives.size());
  double loss = 0;
  double margin = 0;
  double rank = 0;
  for (std::size_t above = 0; above < order.size(); ++above) {
    if (order[above] < positives) continue;
    const double counted =
        std::max(0.0, std::min(rank + 1, options.fpr_max * negatives) - std::max(rank, options.fpr_min * negatives));
    rank += 1;
    for (std::size_t below = above + 1; below < order.size(); ++below) {
      if (order[below] >= positives) continue;
      loss += counted / (options.fpr_max - options.fpr_min);
      margin += scores.positives[order[below]] - scores.negatives[order[above] - positives];
    }
  }
  return (loss - margin) / (positives * negatives);
}

double best_of_all_orderings(const test::ClassScores& scores, const SvmPaucOptions& options) {
  std::vector<int> order(scores.size());
  std::iota(order.begin(), order.end(), 0);
  double best = -HUGE_VAL;
  do {
    best = std::max(best, value_of(order, scores, options));
  } while (std::next_permutation(order.begin(), order.end()));
  return best;
}

TEST(SvmPauc, IsTheBestOfAllOrderings) {
  Random random(63);
  const std::pair<int, int> sizes[] = {{1, 6}, {2, 5}, {3, 4}, {4, 3}, {5, 1}};
  const std::pair<double, double> ranges[] = {{0, 1}, {0, 0.3}, {0, 0.1}, {0.25, 0.75}, {0.4, 0.5}, {0.7, 1}};
  for (int round = 0; round < 3; ++round) {
    for (const auto& [positives, negatives] : sizes) {
      // In the last round many scores are equal.
      const auto scores = test::random_class_scores(random, positives, negatives, 1, 0.5, round == 2 ? 1 : 0);
      for (const auto& [fpr_min, fpr_max] : ranges) {
        SvmPaucOptions options;
        options.fpr_min = fpr_min;
        options.fpr_max = fpr_max;
        const double value = make_objective(options, 0)(test::batch_of(scores)).value;
        EXPECT_NEAR(value, best_of_all_orderings(scores, options), 1e-12)
            << positives << " x " << negatives << ", " << fpr_min << " to " << fpr_max;
      }
    }
  }
}

// A maximum of linear functions lies above each of its tangents.
TEST(SvmPauc, HasASubgradientWithTiesToo) {
  Random random(64);
  for (int round = 0; round < 200; ++round) {
    SvmPaucOptions options;
    options.fpr_min = round % 2 == 0 ? 0 : 0.3 * random.uniform();
    options.fpr_max = options.fpr_min + 0.1 + 0.6 * random.uniform();
    const auto at = test::random_class_scores(random, 7, 12, 1, 0.5, round % 3 == 0 ? 0.5 : 0);
    const auto leaf = test::leaf_batch(at);
    const Loss loss = make_objective(options, 0)(leaf.batch);
    loss.differentiable.backward();
    const auto gradient = test::values_of(leaf.scores.grad());
    for (int other = 0; other < 10; ++other) {
      const double distance = std::pow(10.0, -other);
      test::ClassScores moved = at;
      double tangent = loss.value;
      std::size_t k = 0;
      for (auto* side : {&moved.positives, &moved.negatives}) {
        for (double& score : *side) {
          const double step = distance * random.normal();
          score += step;
          tangent += gradient[k++] * step;
        }
      }
      EXPECT_GE(make_objective(options, 0)(test::batch_of(moved)).value, tangent - 1e-12);
    }
  }
}

TEST(SvmPauc, IsTheMeanHingeOverTheWholeRange) {
  Random random(65);
  const auto scores = test::random_class_scores(random, 11, 23);
  const auto svm_leaf = test::leaf_batch(scores);
  const auto auc_leaf = test::leaf_batch(scores);
  const Loss svm = make_objective("svm-pauc", {{"fpr_max", "1"}}, 0)(svm_leaf.batch);
  const Loss auc = make_objective("auc-sh", {{"surrogate", "hinge"}, {"link", "raw"}}, 0)(auc_leaf.batch);
  EXPECT_NEAR(svm.value, auc.value, 1e-12);
  svm.differentiable.backward();
  auc.differentiable.backward();
  const auto found = test::values_of(svm_leaf.scores.grad());
  const auto expected = test::values_of(auc_leaf.scores.grad());
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], expected[k], 1e-12) << k;
}

}  // namespace
}  // namespace pauc
