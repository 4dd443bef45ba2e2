#include "pauc/model/image/resnet.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>
#include <c10/core/GradMode.h>
#include <gmock/gmock.h>

#include "model/image/resnet_cases.h"
#include "pauc/trainer/loop/threads.h"
#include "support/refusals.h"

namespace pauc {
namespace {

using test::largest_difference;
using test::refusal_of;
using test::ResNetCase;
using testing::HasSubstr;

void expect_same(const NamedTensors& some, const NamedTensors& others, double tolerance) {
  ASSERT_EQ(some.size(), others.size());
  for (const auto& [name, tensor] : some) EXPECT_LT(largest_difference(tensor, others.at(name)), tolerance) << name;
}

TEST(ResNet, KernelsAndTensorsAgreeInDouble) {
  Random random(3);
  for (const ResNetCase& resnet : test::resnet_cases(random)) {
    const Model kernels = made(resnet, ModelRoute::kernels);
    const Model tensors = made(resnet, ModelRoute::tensors);
    for (const Model* model : {&kernels, &tensors}) {
      Random shaking(4);
      test::make_double(*model);
      test::shake(*model, shaking);
    }
    const at::Tensor weights = test::normal_numbers(random, {resnet.batch.images.size(0)});
    Random noise(5);
    const auto ours = test::training_step(kernels, resnet.batch, weights, noise);
    const auto plain = test::training_step(tensors, resnet.batch, weights, noise);
    EXPECT_LT(largest_difference(ours.scores, plain.scores), 1e-9);
    expect_same(ours.gradients, plain.gradients, 1e-8);
    expect_same(kernels.buffers, tensors.buffers, 1e-10);
    const at::Tensor used = kernels.forward(resnet.batch, nullptr);
    const at::Tensor used_plainly = tensors.forward(resnet.batch, nullptr);
    EXPECT_LT(largest_difference(used.detach(), used_plainly.detach()), 1e-9);
    used.sum().backward();
    used_plainly.sum().backward();
    for (const auto& [name, tensor] : kernels.parameters) {
      EXPECT_LT(largest_difference(tensor.grad(), tensors.parameters.at(name).grad()), 1e-8) << name;
    }
  }
}

// One image alone, before, behind and between others.
void expect_same_bits_in_any_company(const ResNetCase& resnet) {
  const c10::NoGradGuard no_graph;
  const Model model = made(resnet, ModelRoute::kernels);
  Random random(6);
  const auto images_of = [&](std::int64_t count) {
    return with_images(resnet, count, random).batch.images.to(at::kFloat);
  };
  const at::Tensor others = images_of(150);
  const at::Tensor one = images_of(1);
  Random noise(1);
  const auto scores_of = [&](const at::Tensor& images, Random* training) {
    Batch batch;
    batch.images = images.contiguous(at::MemoryFormat::ChannelsLast);
    return model.forward(batch, training);
  };
  scores_of(others.slice(0, 0, 8), &noise);  // statistics that are not 0 and 1
  const at::Tensor alone = scores_of(one, nullptr)[0];
  for (const int threads : {1, 2}) {
    set_compute_threads(threads);
    EXPECT_TRUE(at::equal(scores_of(one, nullptr)[0], alone));
    EXPECT_TRUE(at::equal(scores_of(at::cat({one, others}), nullptr)[0], alone));
    EXPECT_TRUE(at::equal(scores_of(at::cat({others, one}), nullptr)[150], alone));
    EXPECT_TRUE(at::equal(scores_of(at::cat({others.slice(0, 0, 7), one, others.slice(0, 7)}), nullptr)[7], alone));
  }
  set_compute_threads(1);
}

TEST(ResNet, AnImageHasTheSameScoreWhateverStandsBesideIt) {
  expect_same_bits_in_any_company({"resnet20", ResNetStem::small, 0, 3, 32, 32, {}});
  expect_same_bits_in_any_company({"resnet20", ResNetStem::small, 0, 1, 9, 13, {}});
  expect_same_bits_in_any_company({"resnet18", ResNetStem::small, 0, 3, 8, 8, {}});
  expect_same_bits_in_any_company({"resnet18", ResNetStem::large, 0, 3, 33, 40, {}});
}

TEST(ResNet, HasAsManyWeightsAsThePaperSays) {
  const auto count = [](const Model& model) {
    std::int64_t sum = 0;
    for (const auto& [name, tensor] : model.parameters) sum += tensor.numel();
    return sum;
  };
  // 0.27 million for CIFAR's ten classes, 11 689 512 for ImageNet's thousand: here the last layer has one output.
  EXPECT_EQ(count(made(ResNetCase{}, ModelRoute::kernels)), 269722 - 9 * 65);
  EXPECT_EQ(count(made(ResNetCase{"resnet18", ResNetStem::large, 0, 3, 224, 224, {}}, ModelRoute::kernels)),
            11689512 - 999 * 513);
}

TEST(ResNet, TheStemFollowsTheSizeUnlessItIsForced) {
  const auto kernel = [](ResNetStem stem, std::int64_t size) {
    return made(ResNetCase{"resnet18", stem, 0, 3, size, size, {}}, ModelRoute::kernels)
        .parameters.at("conv1.weight")
        .size(2);
  };
  EXPECT_EQ(kernel(ResNetStem::automatic, 64), 3);
  EXPECT_EQ(kernel(ResNetStem::automatic, 224), 7);
  EXPECT_EQ(kernel(ResNetStem::large, 32), 7);
  EXPECT_EQ(kernel(ResNetStem::small, 224), 3);
  const auto by_name = [](const std::string& stem) {
    Random random(1);
    return make_model("resnet18", {{"stem", stem}}, {InputKind::image, {0, 3, 32, 32}}, random);
  };
  EXPECT_EQ(by_name("auto").parameters.at("conv1.weight").size(2), 3);
  EXPECT_THAT(refusal_of([&] { by_name("huge"); }, Fault::usage),
              HasSubstr("model.stem: no \"huge\"; expected one of"));
}

TEST(ResNet, ImagesOfAnotherSizeAreRefused) {
  const Model model = made(ResNetCase{}, ModelRoute::kernels);
  Batch batch;
  EXPECT_THAT(refusal_of([&] { model.forward(batch, nullptr); }), HasSubstr("expected images of 3x32x32, got none"));
  batch.images = at::zeros({2, 3, 28, 32});
  EXPECT_THAT(refusal_of([&] { model.forward(batch, nullptr); }), HasSubstr("got [2, 3, 28, 32]"));
}

TEST(ResNet, AChannelThatIsAlwaysTheSameGivesFiniteGradients) {
  const Model model = made(ResNetCase{}, ModelRoute::kernels);
  Batch batch;
  batch.images = at::zeros({4, 3, 32, 32}).contiguous(at::MemoryFormat::ChannelsLast);
  Random noise(1);
  const at::Tensor scores = model.forward(batch, &noise);
  scores.sum().backward();
  EXPECT_TRUE(at::isfinite(scores).all().item<bool>());
  for (const auto& [name, tensor] : model.parameters) {
    EXPECT_TRUE(at::isfinite(tensor.grad()).all().item<bool>()) << name;
  }
}

// One of several ranks may have none of a batch's images.
TEST(ResNet, AStepWithoutImagesLeavesTheStatisticsAsTheyAre) {
  for (const ModelRoute route : {ModelRoute::kernels, ModelRoute::tensors}) {
    const Model model = made(ResNetCase{}, route);
    const NamedTensors before = model.kept_weights();
    Batch batch;
    batch.images = at::zeros({0, 3, 32, 32}).contiguous(at::MemoryFormat::ChannelsLast);
    Random noise(1);
    EXPECT_EQ(model.forward(batch, &noise).numel(), 0);
    expect_same(model.weights(), before, 1e-30);
  }
}

}  // namespace
}  // namespace pauc
