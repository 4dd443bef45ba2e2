#include "pauc/batch/scored_batch.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <cmath>

#include "pauc/core/error.h"

namespace pauc {
namespace {

at::Tensor numbers(const std::vector<double>& values) { return at::tensor(values, at::kDouble); }
at::Tensor slots_of(std::int64_t count) { return at::arange(count, at::kLong); }

TEST(ScoredBatch, SplitsByClassInOrder) {
  const auto batch = make_scored_batch(numbers({0.1, 0.2, 0.3, 0.4}), numbers({0, 1, 0, 1}), slots_of(4));
  const auto split = split_by_class(batch);
  EXPECT_TRUE(at::equal(split.positive_scores, numbers({0.2, 0.4})));
  EXPECT_TRUE(at::equal(split.negative_scores, numbers({0.1, 0.3})));
  EXPECT_TRUE(at::equal(split.positive_places, at::tensor({1, 3}, at::kLong)));
  EXPECT_TRUE(at::equal(split.negative_places, at::tensor({0, 2}, at::kLong)));
}

TEST(ScoredBatch, TakesSignsAsLabels) {
  const auto batch = make_scored_batch(numbers({1, 2}), numbers({-1, 1}), slots_of(2));
  EXPECT_TRUE(at::equal(batch.labels, at::tensor({0, 1}, at::kLong)));
}

TEST(ScoredBatch, LetsGradientsFlowBack) {
  const at::Tensor scores = numbers({1, 2, 3}).set_requires_grad(true);
  const auto split = split_by_class(make_scored_batch(scores, numbers({1, 0, 1}), slots_of(3)));
  (split.positive_scores.sum() * 2 - split.negative_scores.sum()).backward();
  EXPECT_TRUE(at::equal(scores.grad(), numbers({2, -1, 2})));
}

TEST(ScoredBatch, RefusesWhatIsNoBatch) {
  const auto refused = [](const at::Tensor& scores, const at::Tensor& labels, const at::Tensor& slots) {
    EXPECT_THROW(make_scored_batch(scores, labels, slots), UserError);
  };
  refused(at::zeros({2, 2}), numbers({0, 1}), slots_of(2));   // two columns
  refused(numbers({1, 2}), numbers({0, 1, 1}), slots_of(2));  // sizes
  refused(numbers({1, 2}), numbers({0, 1}), slots_of(3));
  refused(numbers({1, 2}), numbers({0, 2}), slots_of(2));         // label
  refused(numbers({1, 2, 3}), numbers({-1, 0, 1}), slots_of(3));  // both conventions at once
  refused(numbers({1, std::nan("")}), numbers({0, 1}), slots_of(2));
  refused(numbers({1, INFINITY}), numbers({0, 1}), slots_of(2));
  refused(numbers({1, 2}), numbers({0, 1}), at::tensor({0, -1}, at::kLong));
  refused(at::tensor({1, 2}, at::kLong), numbers({0, 1}), slots_of(2));
  refused(numbers({1, 2}), numbers({0, 0.5}), slots_of(2));
  refused(numbers({1, 2}), numbers({0, 1}), numbers({0, 1}));   // slots that are not whole numbers
  refused(numbers({1, 2}), numbers({0, 1}), slots_of(2) == 1);  // a mask in their place
  refused(numbers({1, 2}), numbers({0, 1}).to(at::kComplexDouble), slots_of(2));
}

TEST(ScoredBatch, ChecksWeights) {
  const auto batch = make_scored_batch(numbers({1, 2}), numbers({0, 1}), {}, numbers({0.5, 2}));
  EXPECT_TRUE(at::equal(batch.weights, numbers({0.5, 2})));
  EXPECT_FALSE(batch.slots.defined());
  EXPECT_THROW(make_scored_batch(numbers({1, 2}), numbers({0, 1}), {}, numbers({-1, 1})), UserError);
  EXPECT_THROW(make_scored_batch(numbers({1, 2}), numbers({0, 1}), {}, numbers({INFINITY, 1})), UserError);
  EXPECT_THROW(make_scored_batch(numbers({1, 2}), numbers({0, 1}), {}, numbers({1})), UserError);
}

TEST(ScoredBatch, SaysWhatIsWrongAndWhere) {
  try {
    make_scored_batch(numbers({1, 2}), numbers({0, 3}), slots_of(2));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "labels: expected 0 and 1, or -1 and 1, got 3 at place 1");
  }
}

TEST(ScoredBatch, RefusesASplitWithoutOneOfTheClasses) {
  EXPECT_THROW(split_by_class(make_scored_batch(numbers({1, 2}), numbers({1, 1}), slots_of(2))), UserError);
  EXPECT_THROW(split_by_class(make_scored_batch(numbers({1, 2}), numbers({0, 0}), slots_of(2))), UserError);
}

}  // namespace
}  // namespace pauc
