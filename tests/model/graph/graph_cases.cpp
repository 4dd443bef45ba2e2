#include "model/graph/graph_cases.h"

#include <algorithm>

#include "pauc/batch/tensor_file.h"
#include "pauc/core/error.h"
#include "pauc/model/registry.h"
#include "support/batches.h"
#include "support/command.h"
#include "support/temporary_folder.h"

namespace pauc::test {

namespace {

std::string either(Random& random, const char* one, const char* other) { return random.below(2) == 0 ? one : other; }

Settings random_settings(const std::string& model, Random& random) {
  Settings settings = {{"layers", joined(std::int64_t{1} + random.below(3))},
                       {"dropout", either(random, "0", "0.3")},
                       {"pooling", either(random, "mean", "sum")}};
  if (model == "gin") {
    settings.emplace_back("hidden", either(random, "64", "5"));
    settings.emplace_back("epsilon", either(random, "learnt", "zero"));
    settings.emplace_back("bonds", either(random, "on", "off"));
    settings.emplace_back("virtual_node", either(random, "on", "off"));
    settings.emplace_back("residual", either(random, "on", "off"));
    settings.emplace_back("jumping", random.below(3) == 0 ? "last" : either(random, "sum", "concat"));
    return settings;
  }
  require(model == "dmpnn", "graph cases: expected settings for ", model);
  settings.emplace_back("hidden", either(random, "128", "5"));
  return settings;
}

NamedTensors question_of(const OracleQuestion& question, const Model& model, const at::Tensor& loss_weights) {
  NamedTensors tensors = model.weights();
  const Batch& batch = question.graph_case.batch;
  tensors["graph.atoms"] = batch.graphs.atoms;
  tensors["graph.molecule_begins"] = batch.graphs.molecule_begins;
  tensors["graph.edge_begins"] = batch.graphs.edge_begins;
  tensors["graph.edge_sources"] = batch.graphs.edge_sources;
  tensors["graph.edge_bonds"] = batch.graphs.edge_bonds;
  tensors["loss_weights"] = loss_weights;
  if (batch.features.defined()) tensors["features"] = batch.features;
  for (const auto& [name, mask] : question.masks) tensors["mask." + name] = mask;
  return tensors;
}

void expect_answer(const GraphCase& graph_case, const Model& model, const at::Tensor& loss_weights, Random noise,
                   const NamedTensors& answer) {
  constexpr double kTolerance = 1e-10;
  const at::Tensor judged = model.forward(graph_case.batch, nullptr);
  EXPECT_LT(largest_difference(judged, answer.at("judged")), kTolerance);
  const auto step = training_step(model, graph_case.batch, loss_weights, noise);
  EXPECT_LT(largest_difference(step.scores, answer.at("scores")), kTolerance);
  for (const auto& [name, gradient] : step.gradients) {
    EXPECT_LT(largest_difference(gradient, answer.at("gradient." + name)), kTolerance) << name;
  }
  for (const auto& [name, statistics] : model.buffers) {
    EXPECT_LT(largest_difference(statistics, answer.at(name)), kTolerance) << name;
  }
}

}  // namespace

std::string GraphCase::option(const std::string& name) const {
  const auto found =
      std::find_if(settings.begin(), settings.end(), [&](const auto& setting) { return setting.first == name; });
  require(found != settings.end(), "graph cases: no setting ", name);
  return found->second;
}

double GraphCase::number(const std::string& name) const { return std::stod(option(name)); }

std::vector<std::string> graph_models() {
  std::vector<std::string> models;
  for (const ModelInfo& info : model_registry()) {
    if (info.input == InputKind::molecule) models.push_back(info.name);
  }
  return models;
}

Model made(const GraphCase& graph_case, ModelRoute route, std::uint64_t seed) {
  Random random(seed);
  return make_model(graph_case.model, graph_case.settings, {InputKind::molecule, {graph_case.columns}}, random, route);
}

GraphCase random_case(const std::string& model, Random& random) {
  GraphCase made{model, random_settings(model, random), random.below(3), {}};
  std::vector<int> sizes;
  for (int k = 0; k < 12; ++k) sizes.push_back(static_cast<int>(k % 4 == 0 ? random.below(2) : random.below(25)));
  sizes.push_back(9);
  made.batch.graphs = random_graphs(random, sizes);
  if (made.columns > 0) {
    made.batch.features = normal_numbers(random, {static_cast<std::int64_t>(sizes.size()), made.columns});
  }
  return made;
}

std::vector<double> dropout_mask(double rate, Random& noise, std::int64_t size) {
  std::vector<double> mask;
  while (static_cast<std::int64_t>(mask.size()) < size) {
    const std::uint64_t bits = noise.next();
    for (int lane = 0; lane < 4; ++lane) {
      const double draw = static_cast<double>(bits >> (16 * lane) & 0xFFFF) / 65536;
      mask.push_back(draw < rate ? 0 : 1 / (1 - rate));
    }
  }
  mask.resize(static_cast<std::size_t>(size));
  return mask;
}

at::Tensor dropout_mask_of_molecules(double rate, Random& noise, const GraphBatch& graphs, std::int64_t width) {
  const std::uint64_t seed = noise.next();
  std::vector<double> all;
  for (std::int64_t molecule = 0; molecule + 1 < graphs.molecule_begins.size(0); ++molecule) {
    const auto first = graphs.molecule_begins[molecule].item<std::int64_t>();
    const auto last = graphs.molecule_begins[molecule + 1].item<std::int64_t>();
    Random own(seed, first == last ? ~std::uint64_t{0} : static_cast<std::uint64_t>(first));
    for (const double value : dropout_mask(rate, own, width)) all.push_back(value);
  }
  return numbers(all).reshape({-1, width});
}

void expect_answers(const std::string& script, const std::vector<OracleQuestion>& questions, std::uint64_t noise) {
  const TemporaryFolder folder;
  Random random(31);
  std::string command = std::string(PAUC_PYTHON) + " tests/model/graph/" + script;
  std::vector<std::function<void()>> checks;
  for (std::size_t k = 0; k < questions.size(); ++k) {
    const GraphCase& graph_case = questions[k].graph_case;
    const Model model = made(graph_case, ModelRoute::kernels, k);
    make_double(model);
    shake(model, random);
    const at::Tensor loss_weights = normal_numbers(random, {graph_case.batch.graphs.molecule_begins.size(0) - 1});
    const std::string question = folder.path(joined("question", k));
    const std::string answer = folder.path(joined("answer", k));
    write_tensors(question, question_of(questions[k], model, loss_weights),
                  {graph_case.settings.begin(), graph_case.settings.end()});
    command += joined(' ', question, ' ', answer);
    checks.emplace_back([=] { expect_answer(graph_case, model, loss_weights, Random(noise), read_tensors(answer)); });
  }
  const auto asked = run_shell(command);
  ASSERT_EQ(asked.exit_code, 0) << asked.err;
  for (const auto& check : checks) check();
}

}  // namespace pauc::test
