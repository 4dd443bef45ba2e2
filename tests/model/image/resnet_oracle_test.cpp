// The networks against resnet_oracle.py, which asks torchvision: scores, gradients of all weights, running statistics.
#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include <functional>

#include "model/image/resnet_cases.h"
#include "pauc/batch/tensor_file.h"
#include "support/command.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::largest_difference;
using test::ResNetCase;

void expect_answer(const ResNetCase& resnet, const Model& model, const at::Tensor& loss_weights,
                   const NamedTensors& answer, double tolerance) {
  const at::Tensor judged = model.forward(resnet.batch, nullptr).detach();
  EXPECT_LT(largest_difference(judged, answer.at("judged")), tolerance);
  Random noise(1);
  const auto step = test::training_step(model, resnet.batch, loss_weights, noise);
  EXPECT_LT(largest_difference(step.scores, answer.at("scores")), tolerance);
  for (const auto& [name, gradient] : step.gradients) {
    EXPECT_LT(largest_difference(gradient, answer.at("gradient." + name)), tolerance) << name;
  }
  for (const auto& [name, statistics] : model.buffers) {
    EXPECT_LT(largest_difference(statistics, answer.at(name)), tolerance) << name;
  }
}

NamedTensors question_of(const ResNetCase& resnet, const Model& model, const at::Tensor& loss_weights) {
  NamedTensors question = model.weights();
  question["images"] = resnet.batch.images.contiguous();
  question["loss_weights"] = loss_weights;
  if (resnet.columns > 0) question["features"] = resnet.batch.features;
  return question;
}

void expect_agreement(std::vector<ResNetCase> cases, at::ScalarType type, double tolerance) {
  const test::TemporaryFolder folder;
  Random random(31);
  std::string command = PAUC_PYTHON " tests/model/image/resnet_oracle.py";
  std::vector<std::function<void()>> checks;
  for (ResNetCase& resnet : cases) {
    resnet = with_images(resnet, 4, random);
    const Model model = made(resnet, ModelRoute::kernels, checks.size());
    resnet.batch.images = resnet.batch.images.to(type);
    if (resnet.columns > 0) resnet.batch.features = resnet.batch.features.to(type);
    if (type == at::kDouble) test::make_double(model);
    const at::Tensor loss_weights = test::normal_numbers(random, {resnet.batch.images.size(0)}).to(type);
    const std::string question = folder.path(joined("question", checks.size()));
    const std::string answer = folder.path(joined("answer", checks.size()));
    write_tensors(question, question_of(resnet, model, loss_weights),
                  {{"model", resnet.model}, {"stem", choice_name(resnet.stem)}});
    command += joined(' ', question, ' ', answer);
    checks.emplace_back([=] { expect_answer(resnet, model, loss_weights, read_tensors(answer), tolerance); });
  }
  const auto asked = test::run_shell(command);
  ASSERT_EQ(asked.exit_code, 0) << asked.err;
  for (const auto& check : checks) check();
}

TEST(ResNetOracle, AgreesWithTorchvisionInDouble) {
  expect_agreement(
      {{"resnet20", "", 0, 3, 32, 32, {}}, {"resnet20", "", 2, 1, 28, 21, {}}, {"resnet18", "large", 3, 1, 45, 70, {}}},
      at::kDouble, 1e-10);
}

TEST(ResNetOracle, AgreesWithTorchvisionInFloat) {
  expect_agreement({{"resnet18", "small", 0, 3, 16, 16, {}}, {"resnet18", "large", 0, 3, 64, 64, {}}}, at::kFloat,
                   1e-4);
}

}  // namespace
}  // namespace pauc
