#include "pauc/trainer/loop/batch_statistics.h"

#include <ATen/Functions.h>
#include <gmock/gmock.h>

#include "pauc/model/make_model.h"
#include "trainer/trainings.h"

namespace pauc {
namespace {

constexpr std::int64_t kRows = 96;

MlpOptions normed() {
  MlpOptions options;
  options.hidden = {5};
  options.batch_norm = true;
  options.dropout = 0;
  return options;
}

// Columns far from mean 0 and variance 1.
at::Tensor some_features() {
  const at::Tensor features = at::empty({kRows, 2}, at::kFloat);
  Random random(4);
  for (std::int64_t row = 0; row < kRows; ++row) {
    features.data_ptr<float>()[2 * row] = static_cast<float>(50 + 3 * random.normal());
    features.data_ptr<float>()[2 * row + 1] = static_cast<float>(20 * random.normal() - 7);
  }
  return features;
}

std::vector<std::uint8_t> some_labels() {
  std::vector<std::uint8_t> labels(kRows, 0);
  for (std::int64_t row = 0; row < kRows; row += 5) labels[row] = 1;
  return labels;
}

Random noise(std::int64_t batch) { return Random(9, static_cast<std::uint64_t>(batch)); }

TEST(BatchStatistics, AreThoseOfTheData) {
  Random random(1);
  const Model model = make_model(normed(), {InputKind::table, {2}}, random);
  const Dataset train = test::dataset_of_rows(some_features(), some_labels());
  for (int round = 0; round < 2; ++round) {  // whatever was recorded before
    estimate_statistics(model, train, Sampler(train.labels, {kRows, 0, 1}), noise);
    const auto& weights = model.parameters;
    const at::Tensor hidden =
        at::linear(some_features(), weights.at("hidden.0.weight"), weights.at("hidden.0.bias")).detach();
    EXPECT_TRUE(at::allclose(model.buffers.at("hidden.0.norm.running_mean"), hidden.mean(0), 1e-4, 1e-4));
    EXPECT_TRUE(at::allclose(model.buffers.at("hidden.0.norm.running_var"), hidden.var(0), 1e-4, 1e-4));
  }
  EXPECT_EQ(*model.statistics_rate, 0.1);
}

TEST(BatchStatistics, NeedNoDataWhereThereAreNone) {
  Random random(1);
  const Model model = make_model(LinearOptions{}, {InputKind::table, {2}}, random);
  Dataset train = test::dataset_of_rows(some_features(), some_labels());
  train.gather = [](Span<const std::int64_t>, Random*) -> Batch { throw std::logic_error("asked for a batch"); };
  estimate_statistics(model, train, Sampler(train.labels, {16, 0, 1}), noise);
}

}  // namespace
}  // namespace pauc
