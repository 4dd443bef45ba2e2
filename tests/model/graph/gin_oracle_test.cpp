// The network against gin_oracle.py, which is written on its own in plain PyTorch: scores, gradients of all weights and
// running statistics.
#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include "model/graph/gin_cases.h"
#include "pauc/batch/tensor_file.h"
#include "support/batches.h"
#include "support/command.h"
#include "support/temporary_folder.h"

namespace pauc {
namespace {

using test::GinCase;
using test::largest_difference;

constexpr std::uint64_t kNoise = 12;
constexpr double kTolerance = 1e-10;

// What each layer's dropout multiplies by: 16 bits of the generator a value, those below the rate give 0.
NamedTensors dropout_masks(const GinCase& gin_case) {
  NamedTensors masks;
  if (gin_case.options.dropout == 0) return masks;
  Random noise(kNoise);
  for (std::int64_t layer = 0; layer < gin_case.options.layers; ++layer) {
    const std::int64_t size = gin_case.batch.graphs.atoms.size(0) * gin_case.options.hidden;
    std::vector<double> mask;
    while (static_cast<std::int64_t>(mask.size()) < size) {
      const std::uint64_t bits = noise.next();
      for (int lane = 0; lane < 4; ++lane) {
        const double draw = static_cast<double>(bits >> (16 * lane) & 0xFFFF) / 65536;
        mask.push_back(draw < gin_case.options.dropout ? 0 : 1 / (1 - gin_case.options.dropout));
      }
    }
    mask.resize(size);
    masks[joined("mask.", layer)] = test::numbers(mask).reshape({-1, gin_case.options.hidden});
  }
  return masks;
}

NamedTensors question_of(const GinCase& gin_case, const Model& model, const at::Tensor& loss_weights) {
  NamedTensors question = model.weights();
  const GraphBatch& graphs = gin_case.batch.graphs;
  question["graph.atoms"] = graphs.atoms;
  question["graph.molecule_begins"] = graphs.molecule_begins;
  question["graph.edge_begins"] = graphs.edge_begins;
  question["graph.edge_sources"] = graphs.edge_sources;
  question["graph.edge_bonds"] = graphs.edge_bonds;
  question["loss_weights"] = loss_weights;
  if (gin_case.columns > 0) question["features"] = gin_case.batch.features;
  for (auto& [name, mask] : dropout_masks(gin_case)) question[name] = mask;
  return question;
}

void expect_answer(const GinCase& gin_case, const Model& model, const at::Tensor& loss_weights,
                   const NamedTensors& answer) {
  const at::Tensor judged = model.forward(gin_case.batch, nullptr);
  EXPECT_LT(largest_difference(judged, answer.at("judged")), kTolerance);
  Random noise(kNoise);
  const auto step = test::training_step(model, gin_case.batch, loss_weights, noise);
  EXPECT_LT(largest_difference(step.scores, answer.at("scores")), kTolerance);
  for (const auto& [name, gradient] : step.gradients) {
    EXPECT_LT(largest_difference(gradient, answer.at("gradient." + name)), kTolerance) << name;
  }
  for (const auto& [name, statistics] : model.buffers) {
    EXPECT_LT(largest_difference(statistics, answer.at(name)), kTolerance) << name;
  }
}

TEST(GinOracle, AgreesWithPlainPyTorch) {
  const test::TemporaryFolder folder;
  Random random(31);
  std::string command = PAUC_PYTHON " tests/model/graph/gin_oracle.py";
  std::vector<std::function<void()>> checks;
  for (int k = 0; k < 24; ++k) {
    const GinCase gin_case = test::random_case(random);
    const Model model = made(gin_case, ModelRoute::kernels, k);
    test::make_double(model);
    test::shake(model, random);
    std::vector<double> weights(gin_case.batch.graphs.molecule_begins.size(0) - 1);
    for (double& weight : weights) weight = random.normal();
    const at::Tensor loss_weights = test::numbers(weights);
    const std::string question = folder.path(joined("question", k));
    const std::string answer = folder.path(joined("answer", k));
    write_tensors(question, question_of(gin_case, model, loss_weights),
                  {{"layers", joined(gin_case.options.layers)},
                   {"bonds", setting_text(gin_case.options.bonds)},
                   {"epsilon", choice_name(gin_case.options.epsilon)},
                   {"pooling", choice_name(gin_case.options.pooling)}});
    command += joined(' ', question, ' ', answer);
    checks.emplace_back([=] { expect_answer(gin_case, model, loss_weights, read_tensors(answer)); });
  }
  const auto asked = test::run_shell(command);
  ASSERT_EQ(asked.exit_code, 0) << asked.err;
  for (const auto& check : checks) check();
}

}  // namespace
}  // namespace pauc
