#include "pauc/objective/method/hard.h"

#include <ATen/Functions.h>

#include <cmath>

#include "pauc/core/error.h"
#include "pauc/objective/make_objective.h"
#include "support/batches.h"
#include "support/near.h"

namespace pauc {
namespace {

using test::expect_near;
using test::leaf_batch;

std::vector<double> gradient_of(const Loss& loss, const test::LeafBatch& leaf) {
  loss.differentiable.backward();
  return test::values_of(leaf.scores.grad());
}

// Negatives at log 3, 0, 0, 0: probabilities 3/4 and 1/2, losses log 4 and log 2.
TEST(Hard, TriplesTheTopNegativesAndTiesShareTheRest) {
  Objective hard = make_objective("hard", {{"fpr_max", "0.25"}}, 0);
  const auto leaf = leaf_batch({{0}, {std::log(3.0), 0, 0, 0}});
  const Loss loss = hard(leaf.batch);
  // Two of four: the first, and a third of each of the others. Weights 1, 3 and 1 + 2/3, in all 9.
  EXPECT_NEAR(loss.value, (6 * std::log(2.0) + 3 * std::log(4.0)) / 9, 1e-14);
  expect_near(gradient_of(loss, leaf), {-0.5 / 9, 2.25 / 9, 2.5 / 27, 2.5 / 27, 2.5 / 27});
}

TEST(Hard, TakesABatchOfOneClassAndNoWeights) {
  Objective hard = make_objective("hard", {{"fpr_max", "0.5"}, {"hard_share", "1"}, {"hard_weight", "2"}}, 0);
  const auto positive = leaf_batch({{0}, {}});
  EXPECT_NEAR(hard(positive.batch).value, std::log(2.0), 1e-15);
  EXPECT_NEAR(hard(leaf_batch({{}, {0, 0}}).batch).value, std::log(2.0), 1e-15);
  const at::Tensor scores = test::numbers({0, 1});
  EXPECT_THROW(hard(make_scored_batch(scores, test::numbers({0, 1}), {}, test::numbers({3, 1}))), UserError);
  EXPECT_THROW(make_objective("hard", {{"hard_weight", "1"}}, 0), UserError);
  EXPECT_THROW(make_objective("hard", {{"hard_share", "0"}}, 0), UserError);
}

TEST(Hard, WithAllNegativesIsCrossEntropyWithAWeightOfTheClass) {
  Objective hard = make_objective("hard", {{"fpr_max", "0.9"}, {"hard_weight", "4"}}, 0);  // 1.8 of them: all
  Objective ce = make_objective("ce", {}, 0);
  const auto leaf = leaf_batch({{0.5, -1}, {2, 0, -0.3}});
  const at::Tensor weights = test::numbers({1, 1, 4, 4, 4});
  const auto again = leaf_batch({{0.5, -1}, {2, 0, -0.3}});
  const Loss expected = ce(make_scored_batch(again.scores, again.batch.labels, {}, weights));
  const Loss found = hard(leaf.batch);
  EXPECT_NEAR(found.value, expected.value, 1e-15);
  expect_near(gradient_of(found, leaf), gradient_of(expected, again));
}

}  // namespace
}  // namespace pauc
