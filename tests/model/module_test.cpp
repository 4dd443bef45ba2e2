#include "pauc/model/module.h"

#include <ATen/Functions.h>
#include <gmock/gmock.h>
#include <torch/nn.h>

#include "model/model_steps.h"
#include "pauc/objective/make_objective.h"
#include "pauc/trainer/loop/fit.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::refusal_of;
using testing::ElementsAre;
using testing::HasSubstr;
using torch::nn::Sequential;

Sequential normed_net() {
  return Sequential(torch::nn::Linear(4, 8), torch::nn::BatchNorm1d(8), torch::nn::ReLU(), torch::nn::Linear(8, 1));
}

Sequential dropping_net() {
  return Sequential(torch::nn::Linear(4, 16), torch::nn::BatchNorm1d(16), torch::nn::ReLU(), torch::nn::Dropout(0.5),
                    torch::nn::Linear(16, 1));
}

Batch random_batch(std::int64_t rows, std::uint64_t seed = 9) {
  Random random(seed);
  return {test::normal_numbers(random, {rows, 4}).to(at::kFloat)};
}

TEST(ModuleModel, AStepIsThatOfTheModuleItself) {
  const Sequential net = normed_net();
  const auto twin = std::dynamic_pointer_cast<torch::nn::SequentialImpl>(net->clone());
  const Model model = model_from_module(net);
  const Batch batch = random_batch(12);
  Random noise(1);
  const at::Tensor scores = model.forward(batch, &noise);
  twin->train();
  const at::Tensor expected = twin->forward(batch.features).squeeze(1);
  EXPECT_TRUE(at::equal(scores, expected));
  scores.square().sum().backward();
  expected.square().sum().backward();
  const auto twins = twin->named_parameters();
  EXPECT_EQ(model.parameters.size(), twins.size());
  for (const auto& item : twins) EXPECT_TRUE(at::equal(model.parameters.at(item.key()).grad(), item.value().grad()));
  for (const auto& item : twin->named_buffers()) EXPECT_TRUE(at::equal(model.buffers.at(item.key()), item.value()));

  twin->eval();
  EXPECT_TRUE(at::equal(model.forward(batch, nullptr), twin->forward(batch.features).squeeze(1)));
  EXPECT_FALSE(net->is_training());
}

TEST(ModuleModel, SharesItsWeightsByName) {
  const Sequential net = normed_net();
  const Model model = model_from_module(net);
  std::vector<std::string> names;
  for (const auto& [name, tensor] : model.weights()) names.push_back(name);
  EXPECT_THAT(names, ElementsAre("0.bias", "0.weight", "1.bias", "1.num_batches_tracked", "1.running_mean",
                                 "1.running_var", "1.weight", "3.bias", "3.weight"));
  const c10::NoGradGuard no_graph;
  model.parameters.at("3.bias").fill_(7);
  EXPECT_EQ(net->named_parameters()["3.bias"].item<float>(), 7);
}

TEST(ModuleModel, DropoutDrawsFromTheNoiseAndLeavesTheGlobalGeneratorAlone) {
  const Model model = model_from_module(dropping_net());
  const Batch batch = random_batch(20);
  at::manual_seed(5);
  const at::Tensor undisturbed = at::rand({3});
  at::manual_seed(5);
  const auto scores = [&](std::uint64_t seed) {
    Random noise(seed);
    return model.forward(batch, &noise);
  };
  const at::Tensor once = scores(1);
  EXPECT_TRUE(at::equal(scores(1), once));
  EXPECT_FALSE(at::equal(scores(2), once));
  EXPECT_TRUE(at::equal(at::rand({3}), undisturbed));
}

TEST(ModuleModel, BatchNormFollowsTheStatisticsRate) {
  Sequential net(torch::nn::BatchNorm1d(torch::nn::BatchNorm1dOptions(4).momentum(0.3)), torch::nn::Linear(4, 1));
  const Model model = model_from_module(net);
  EXPECT_EQ(*model.statistics_rate, 0.3);
  *model.statistics_rate = 1;
  const Batch batch = random_batch(15);
  Random noise(1);
  model.forward(batch, &noise);
  EXPECT_TRUE(at::allclose(model.buffers.at("0.running_mean"), batch.features.mean(0)));

  net->push_back(torch::nn::BatchNorm1d(1));
  EXPECT_THAT(refusal_of([&] { model_from_module(net); }, Fault::usage), HasSubstr("with one momentum, got 1 and 0.1"));
  net->push_back(torch::nn::BatchNorm1d(torch::nn::BatchNorm1dOptions(1).momentum(c10::nullopt)));
  EXPECT_NE(refusal_of([&] { model_from_module(net); }, Fault::usage), "");
}

TEST(ModuleModel, DrawsTheLastLayerThatWasNamed) {
  const Model model = model_from_module(normed_net(), ModuleOptions{"3"});
  const NamedTensors before = snapshot(model.weights());
  Random random(3);
  model.reset_last_layer(random);
  for (const auto& [name, tensor] : model.weights()) {
    EXPECT_EQ(at::equal(tensor, before.at(name)), name.rfind("3.", 0) != 0) << name;
  }
  const NamedTensors drawn = snapshot(model.weights());
  Random again(3);
  model.reset_last_layer(again);
  EXPECT_TRUE(at::equal(model.parameters.at("3.weight"), drawn.at("3.weight")));

  EXPECT_THAT(refusal_of([&] { model_from_module(normed_net()).reset_last_layer(random); }, Fault::usage),
              HasSubstr("last_layer: expected the name of the layer"));
  EXPECT_THAT(refusal_of([&] { model_from_module(normed_net(), ModuleOptions{"1"}); }, Fault::usage),
              HasSubstr("last_layer: no linear layer \"1\"; expected one of "));
}

struct ImageNet : torch::nn::Module {
  ImageNet() : convolution(register_module("convolution", torch::nn::Conv2d(3, 2, 3))) {}
  at::Tensor means(const at::Tensor& images) { return convolution->forward(images).mean({2, 3}); }
  torch::nn::Conv2d convolution;
};

TEST(ModuleModel, CallsAModuleAsItIsTold) {
  const auto net = std::make_shared<ImageNet>();
  Batch batch;
  batch.images = at::rand({5, 3, 8, 8});
  const Model model = model_from_module(
      net, [](ImageNet& images, const Batch& some) { return images.means(some.images).select(1, 0); });
  EXPECT_TRUE(at::equal(model.forward(batch, nullptr), net->means(batch.images).select(1, 0)));
  const Model wide =
      model_from_module(net, [](ImageNet& images, const Batch& some) { return images.means(some.images); });
  EXPECT_THAT(refusal_of([&] { wide.forward(batch, nullptr); }), HasSubstr("[B] or [B, 1], got [5, 2]"));
  EXPECT_NE(refusal_of([] { model_from_module(std::shared_ptr<torch::nn::LinearImpl>()); }, Fault::usage), "");
}

// Rows of four numbers; those with a large first one are positive.
Dataset made(std::int64_t rows, std::uint64_t seed) {
  const at::Tensor features = random_batch(rows, seed).features;
  Dataset dataset;
  for (std::int64_t row = 0; row < rows; ++row) dataset.labels.push_back(features[row][0].item<float>() > 0.7 ? 1 : 0);
  dataset.gather = [features](Span<const std::int64_t> examples, Random* /*noise*/) {
    return Batch{features.index_select(0, at::tensor(std::vector<std::int64_t>(examples.begin(), examples.end())))};
  };
  return dataset;
}

struct Training {
  Dataset train = made(120, 1);
  Dataset valid = made(80, 2);
  FitOptions options;

  Training() {
    options.epochs = 8;
    options.stages = {{0, 0.02}};
    options.target.fpr_max = 0.3;
    options.needs_both_classes = true;
  }

  Trainee fresh(const Sequential& net) const {
    const Model model = model_from_module(net);
    SopaOptions sopa;
    sopa.fpr_max = 0.3;
    OptimiserOptions adam;
    adam.lr = 0.02;
    return {model, make_objective(sopa, train.size()), make_optimiser(adam, model.parameter_list()),
            Sampler(train.labels, {24, 8, 1})};
  }
};

TEST(ModuleModel, IsTrainedByFit) {
  at::manual_seed(1);
  Training training;
  Trainee trainee = training.fresh(dropping_net());
  Progress progress;
  EXPECT_EQ(fit(trainee, progress, training.train, training.valid, training.options), FitEnd::finished);
  EXPECT_GT(progress.best.valid, 0.9);
}

TEST(ModuleModel, ResumesToTheSameBits) {
  at::manual_seed(1);
  const Sequential net = dropping_net();
  const auto copy = [&] { return Sequential(std::dynamic_pointer_cast<torch::nn::SequentialImpl>(net->clone())); };
  const Training training;
  Trainee straight = training.fresh(copy());
  Progress straight_progress;
  fit(straight, straight_progress, training.train, training.valid, training.options);

  Trainee first = training.fresh(copy());
  Progress progress;
  FitHooks hooks;
  hooks.stop_requested = [left = 12]() mutable { return left-- == 0; };
  EXPECT_EQ(fit(first, progress, training.train, training.valid, training.options, hooks), FitEnd::interrupted);
  at::manual_seed(99);  // another process has another generator
  Trainee second = training.fresh(dropping_net());
  copy_weights(first.model.weights(), second.model);
  second.objective.state.restore(first.objective.state.tensors());
  second.optimiser.restore(first.optimiser.save());
  EXPECT_EQ(fit(second, progress, training.train, training.valid, training.options), FitEnd::finished);
  for (const auto& [name, tensor] : second.model.weights()) {
    EXPECT_TRUE(at::equal(tensor, straight.model.weights().at(name))) << name;
  }
  EXPECT_EQ(progress.log.back().valid, straight_progress.log.back().valid);
}

}  // namespace
}  // namespace pauc
