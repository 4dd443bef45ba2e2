#include "pauc/model/table/linear_rows.h"

#include <ATen/Functions.h>

#include "pauc/core/random.h"
#include "support/near.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::expect_near;

constexpr std::int64_t kRows = 5000;  // several blocks
constexpr std::int64_t kInputs = 13;

// Inputs that differ from their usual value, 0.5, in this share of places.
at::Tensor inputs_with(double share) {
  Random random(4);
  at::Tensor features = at::full({kRows, kInputs}, 0.5, at::kFloat);
  for (std::int64_t k = 0; k < features.numel(); ++k) {
    if (random.uniform() < share) features.data_ptr<float>()[k] = static_cast<float>(random.normal());
  }
  return features;
}

LinearRows rows_of(const at::Tensor& features) {
  LinearRows rows(kInputs);
  for (std::int64_t begin = 0; begin < kRows; begin += 700) {
    Batch batch;
    batch.features = features.narrow(0, begin, std::min<std::int64_t>(700, kRows - begin));
    rows.add(batch);
  }
  return rows;
}

std::vector<double> drawn(std::int64_t count, std::uint64_t seed) {
  Random random(seed);
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (double& number : numbers) number = random.normal();
  return numbers;
}

TEST(LinearRows, BothFormsAreTheProductsByDefinition) {
  for (const double share : {0.05, 1.0}) {
    const at::Tensor features = inputs_with(share);
    const LinearRows rows = rows_of(features);
    EXPECT_EQ(rows.is_sparse(), share < 0.1);
    EXPECT_EQ(rows.size(), kRows);
    const auto weights = drawn(kInputs + 1, 1);
    const auto by_scores = drawn(kRows, 2);
    std::vector<double> scores(kRows, weights[0]);
    std::vector<double> gradient(kInputs + 1);
    std::vector<double> means(kInputs);
    for (std::int64_t row = 0; row < kRows; ++row) {
      gradient[0] += by_scores[row];
      for (std::int64_t k = 0; k < kInputs; ++k) {
        const double x = features.data_ptr<float>()[row * kInputs + k];
        scores[row] += weights[k + 1] * x;
        gradient[k + 1] += by_scores[row] * x;
        means[k] += x / kRows;
      }
    }
    expect_near(rows.scores(weights, 2), scores, 1e-13);
    std::vector<double> found(kInputs + 1);
    rows.gradient(by_scores, 2, found);
    expect_near(found, gradient, 1e-10);
    expect_near(rows.means(), means, 1e-12);
  }
}

TEST(LinearRows, ResultsDoNotDependOnThreads) {
  for (const double share : {0.05, 1.0}) {
    const LinearRows rows = rows_of(inputs_with(share));
    const auto weights = drawn(kInputs + 1, 1);
    const auto by_scores = drawn(kRows, 2);
    std::vector<double> one(kInputs + 1), three(kInputs + 1);
    rows.gradient(by_scores, 1, one);
    rows.gradient(by_scores, 3, three);
    EXPECT_EQ(one, three);
    EXPECT_EQ(rows.scores(weights, 1), rows.scores(weights, 3));
  }
}

TEST(LinearRows, RefusesOtherInputs) {
  LinearRows rows(kInputs);
  Batch batch;
  batch.features = at::zeros({2, 3});
  EXPECT_EQ(test::refusal_of([&] { rows.add(batch); }), "batch: expected 13 inputs, got 3");
}

}  // namespace
}  // namespace pauc
