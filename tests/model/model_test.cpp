#include "pauc/model/model.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>
#include <gmock/gmock.h>

#include <cmath>

#include "pauc/model/make_model.h"
#include "pauc/model/registry.h"
#include "pauc/trainer/loop/threads.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::HasSubstr;

// Five columns, beside a molecule or an image where the model reads those.
Model made(const std::string& name, const Settings& settings, std::uint64_t seed = 1) {
  Random random(seed);
  InputShape shape{InputKind::table, {5}};
  for (const ModelInfo& info : model_registry()) {
    if (info.name == name) shape.kind = info.input;
  }
  if (shape.kind == InputKind::image) shape.sizes = {5, 3, 8, 8};
  return make_model(name, settings, shape, random);
}

Batch random_batch(std::int64_t rows, std::uint64_t seed = 9) {
  Random random(seed);
  Batch batch{at::empty({rows, 5}, at::kFloat)};
  for (std::int64_t k = 0; k < batch.features.numel(); ++k)
    batch.features.data_ptr<float>()[k] = static_cast<float>(random.normal());
  return batch;
}

// One row through a layer's weights by plain loops in double.
std::vector<double> by_hand(const Model& model, const std::string& layer, const std::vector<double>& input) {
  const at::Tensor weight = model.parameters.at(layer + ".weight").detach();
  const at::Tensor bias = model.parameters.at(layer + ".bias").detach();
  std::vector<double> output;
  for (std::int64_t out = 0; out < weight.size(0); ++out) {
    double sum = bias[out].item<double>();
    for (std::int64_t in = 0; in < weight.size(1); ++in) sum += weight[out][in].item<double>() * input[in];
    output.push_back(sum);
  }
  return output;
}

std::vector<double> row_of(const Batch& batch, std::int64_t row) {
  std::vector<double> values;
  for (std::int64_t c = 0; c < batch.features.size(1); ++c) values.push_back(batch.features[row][c].item<double>());
  return values;
}

TEST(Linear, IsAWeightedSumAndAConstant) {
  const Model model = made("linear", {});
  const Batch batch = random_batch(7);
  const at::Tensor scores = model.forward(batch, nullptr);
  ASSERT_EQ(scores.sizes(), at::IntArrayRef({7}));
  for (std::int64_t row = 0; row < 7; ++row) {
    EXPECT_NEAR(scores[row].item<double>(), by_hand(model, "output", row_of(batch, row))[0], 1e-6);
  }
}

TEST(Mlp, IsItsLayersOneAfterTheOther) {
  const Model model = made("mlp", {{"hidden", "4,3"}, {"batch_norm", "on"}});
  for (const char* layer : {"hidden.0", "hidden.1"}) {
    model.buffers.at(joined(layer, ".norm.running_mean")).fill_(0.2);
    model.buffers.at(joined(layer, ".norm.running_var")).fill_(0.5);
  }
  const Batch batch = random_batch(6);
  const at::Tensor scores = model.forward(batch, nullptr);
  for (std::int64_t row = 0; row < 6; ++row) {
    std::vector<double> values = row_of(batch, row);
    for (const char* layer : {"hidden.0", "hidden.1"}) {
      values = by_hand(model, layer, values);
      for (double& value : values) value = std::max(0.0, (value - 0.2) / std::sqrt(0.5 + 1e-5));
    }
    EXPECT_NEAR(scores[row].item<double>(), by_hand(model, "output", values)[0], 1e-5);
  }
}

TEST(Mlp, GradientsAreThoseOfFiniteDifferences) {
  const Model model = made("mlp", {{"hidden", "6,4"}, {"batch_norm", "on"}, {"dropout", "0.2"}});
  const Batch batch = random_batch(8);
  const auto loss = [&] {
    Random noise(4);
    return model.forward(batch, &noise).square().sum();
  };
  loss().backward();
  for (const auto& [name, tensor] : model.parameters) {
    const at::Tensor gradient = tensor.grad().reshape({-1});
    for (std::int64_t k = 0; k < tensor.numel(); k += 5) {
      float& weight = tensor.data_ptr<float>()[k];
      const float before = weight;
      constexpr double kStep = 1e-3;
      const c10::NoGradGuard no_graph;
      weight = static_cast<float>(before + kStep);
      const double above = loss().item<double>();
      weight = static_cast<float>(before - kStep);
      const double below = loss().item<double>();
      weight = before;
      const double expected = (above - below) / (2 * kStep);
      EXPECT_NEAR(gradient[k].item<double>(), expected, 0.02 * std::max(1.0, std::abs(expected))) << name << " " << k;
    }
  }
}

TEST(Mlp, DropoutIsForTrainingOnlyAndFollowsTheGenerator) {
  const Model model = made("mlp", {{"hidden", "64"}, {"dropout", "0.5"}});
  const Batch batch = random_batch(20);
  EXPECT_TRUE(at::equal(model.forward(batch, nullptr), model.forward(batch, nullptr)));
  Random first(1);
  Random again(1);
  const at::Tensor noisy = model.forward(batch, &first);
  EXPECT_FALSE(at::equal(noisy, model.forward(batch, nullptr)));
  EXPECT_TRUE(at::equal(noisy, model.forward(batch, &again)));
  EXPECT_FALSE(at::equal(noisy, model.forward(batch, &again)));
}

TEST(Mlp, WithoutDropoutTrainingAndUseAgree) {
  const Model model = made("mlp", {{"hidden", "8"}, {"dropout", "0"}});
  Random noise(1);
  // To the bit they need not: as it is used, a model multiplies each row on its own.
  EXPECT_TRUE(
      at::allclose(model.forward(random_batch(9), &noise), model.forward(random_batch(9), nullptr), 1e-5, 1e-6));
  EXPECT_EQ(noise.next(), Random(1).next());
}

TEST(Mlp, BatchNormFollowsTheModelsRate) {
  const Model model = made("mlp", {{"hidden", "4"}, {"batch_norm", "on"}, {"dropout", "0"}});
  const c10::NoGradGuard no_graph;
  *model.statistics_rate = 1;
  Random noise(1);
  const Batch batch = random_batch(30);
  model.forward(batch, &noise);
  const at::Tensor hidden =
      at::linear(batch.features, model.parameters.at("hidden.0.weight"), model.parameters.at("hidden.0.bias"));
  EXPECT_TRUE(at::allclose(model.buffers.at("hidden.0.norm.running_mean"), hidden.mean(0), 1e-5, 1e-6));
}

void expect_same_bits_in_any_company(const Model& model, const std::string& what) {
  const c10::NoGradGuard no_graph;
  const at::Tensor others = random_batch(1200, 3).features;
  const at::Tensor one = random_batch(1, 4).features;
  Random noise(1);
  model.forward({others}, &noise);  // statistics that are not 0 and 1
  const at::Tensor alone = model.forward({one}, nullptr)[0];
  for (const int threads : {1, 2}) {
    set_compute_threads(threads);
    const auto expect_same_bits = [&](const std::vector<at::Tensor>& parts, std::int64_t place) {
      const at::Tensor scores = model.forward({at::cat(parts)}, nullptr);
      EXPECT_TRUE(at::equal(scores[place], alone)) << what << ": " << place << " by " << threads;
    };
    expect_same_bits({one}, 0);
    expect_same_bits({one, others}, 0);
    expect_same_bits({others, one}, 1200);
    expect_same_bits({others.slice(0, 0, 700), one, others.slice(0, 700)}, 700);
  }
  set_compute_threads(1);
}

TEST(Models, ARowHasTheSameScoreWhateverStandsBesideIt) {
  for (const ModelInfo& info : model_registry()) {
    if (info.input == InputKind::table) expect_same_bits_in_any_company(made(info.name, {}), info.name);
  }
  for (const char* hidden : {"128,128", "300,77", "700,513,3"}) {
    expect_same_bits_in_any_company(made("mlp", {{"hidden", hidden}, {"batch_norm", "on"}}), hidden);
  }
}

// torchvision's name where weights are laid out as torchvision's.
std::string last_layer(const ModelInfo& info) { return info.input == InputKind::image ? "fc." : "output."; }

TEST(Models, TheSameSeedDrawsTheSameWeights) {
  for (const ModelInfo& info : model_registry()) {
    if (info.grows) {  // nothing is drawn before the first round
      EXPECT_EQ(made(info.name, {}, 5).growth->rounds(), 0) << info.name;
      continue;
    }
    const Model a = made(info.name, {}, 5);
    const Model b = made(info.name, {}, 5);
    const Model c = made(info.name, {}, 6);
    const std::string last = last_layer(info) + "weight";
    EXPECT_TRUE(at::equal(a.parameters.at(last), b.parameters.at(last))) << info.name;
    EXPECT_FALSE(at::equal(a.parameters.at(last), c.parameters.at(last))) << info.name;
  }
}

TEST(Models, ANewLastLayerLeavesTheOthersAsTheyWere) {
  for (const ModelInfo& info : model_registry()) {
    const Model model = made(info.name, {});
    const NamedTensors before = snapshot(model.weights());
    Random random(77);
    model.reset_last_layer(random);
    for (const auto& [name, tensor] : model.weights()) {
      const bool last = name.rfind(last_layer(info), 0) == 0;
      EXPECT_EQ(at::equal(tensor, before.at(name)), !last) << info.name << " " << name;
    }
  }
}

TEST(Models, CopiedWeightsAreTheSameButNotShared) {
  Model to = made("mlp", {{"hidden", "4"}, {"batch_norm", "on"}}, 1);
  const Model from = made("mlp", {{"hidden", "4"}, {"batch_norm", "on"}}, 2);
  from.buffers.at("hidden.0.norm.running_mean").fill_(3);
  copy_weights(from.weights(), to);
  EXPECT_TRUE(at::equal(to.forward(random_batch(3), nullptr), from.forward(random_batch(3), nullptr)));
  c10::NoGradGuard no_graph;
  from.parameters.at("output.bias").zero_();
  EXPECT_NE(to.parameters.at("output.bias").item<float>(), 0);
}

TEST(Models, WeightsOfAnotherShapeAreRefusedAndNothingIsCopied) {
  Model to = made("mlp", {{"hidden", "4,4"}});
  const NamedTensors before = snapshot(to.weights());
  for (const Settings& other :
       {Settings{{"hidden", "4"}}, Settings{{"hidden", "4,5"}}, Settings{{"hidden", "4,4"}, {"batch_norm", "on"}}}) {
    EXPECT_NE(refusal_of([&] { copy_weights(made("mlp", other).weights(), to); }), "");
  }
  NamedTensors doubles = snapshot(to.weights());
  doubles["output.bias"] = doubles["output.bias"].to(at::kDouble);
  EXPECT_NE(refusal_of([&] { copy_weights(doubles, to); }), "");
  for (const auto& [name, tensor] : to.weights()) EXPECT_TRUE(at::equal(tensor, before.at(name))) << name;
}

TEST(Models, BadOptionsAreRefused) {
  const auto refusal = [](const std::string& name, const Settings& settings) {
    return refusal_of([&] { made(name, settings); }, Fault::usage);
  };
  for (const char* hidden : {"0", "-3", "70000", "8,0"}) {
    EXPECT_THAT(refusal("mlp", {{"hidden", hidden}}), HasSubstr("model.hidden: expected sizes from 1 to 65536"));
  }
  for (const char* hidden : {"", "8,", "8,x", "1.5", "nan", "inf"}) {
    EXPECT_THAT(refusal("mlp", {{"hidden", hidden}}), HasSubstr("model.hidden: expected a whole number, got "));
  }
  EXPECT_THAT(refusal("mlp", {{"batch_norm", "yes"}}), HasSubstr("model.batch_norm: expected on or off"));
  for (const char* rate : {"-0.1", "1", "nan"}) {
    EXPECT_THAT(refusal("mlp", {{"dropout", rate}}), HasSubstr("model.dropout: expected a share from 0 to below 1"));
  }
  EXPECT_THAT(refusal("mlp", {{"hiden", "8"}}), HasSubstr("no option \"hiden\"; expected one of hidden"));
  EXPECT_THAT(refusal("linear", {{"hidden", "8"}}), HasSubstr("no option \"hidden\"; it has none"));
  EXPECT_THAT(refusal("mpl", {}), HasSubstr("model: no \"mpl\"; expected one of mlp"));
  Random random(1);
  EXPECT_THAT(refusal_of(
                  [&] {
                    make_model("mlp", {}, {InputKind::image, {0, 3, 32, 32}}, random);
                  },
                  Fault::usage),
              HasSubstr("mlp reads tables, the data are image"));
}

}  // namespace
}  // namespace pauc
