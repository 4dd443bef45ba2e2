#include "trainer/trainings.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <memory>

#include "pauc/data/synthetic.h"
#include "pauc/model/make_model.h"
#include "pauc/trainer/config/defaults.h"

namespace pauc::test {

namespace {

constexpr std::int64_t kFeatures = 4;

Dataset made(std::int64_t rows, std::uint64_t seed) {
  SyntheticOptions options;
  options.rows = rows;
  options.features = kFeatures;
  options.positive_share = 0.25;
  options.seed = static_cast<std::int64_t>(seed);
  const SyntheticData data = make_synthetic(options);
  const auto& columns = std::get<DenseValues>(data.table.values).columns;
  const at::Tensor features = at::empty({rows, kFeatures}, at::kFloat);
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t c = 0; c < kFeatures; ++c) features.data_ptr<float>()[row * kFeatures + c] = columns[c][row];
  }
  return dataset_of_rows(features, data.labels);
}

std::string tensor_difference(const std::string& what, const NamedTensors& a, const NamedTensors& b) {
  if (a.size() != b.size()) return what + ": other names";
  for (const auto& [name, tensor] : a) {
    if (b.count(name) == 0 || !at::equal(tensor, b.at(name))) return joined(what, " ", name, "; ");
  }
  return "";
}

}  // namespace

Dataset dataset_of_rows(const at::Tensor& features, const std::vector<std::uint8_t>& labels) {
  Dataset dataset;
  dataset.labels = labels;
  dataset.gather = [features](Span<const std::int64_t> examples, Random* /*noise*/) {
    const at::Tensor rows = at::empty({examples.size()}, at::kLong);
    std::copy(examples.begin(), examples.end(), rows.data_ptr<std::int64_t>());
    Batch batch;
    batch.features = features.index_select(0, rows);
    return batch;
  };
  return dataset;
}

SmallData small_data(std::uint64_t seed) { return {made(96, 2 * seed), made(80, 2 * seed + 1)}; }

Config config_of(const Assignments& assignments) {
  Config config;
  config.set_assignment("data.path=made");
  config.set_assignment("sampler.batch_size=16");
  config.set_assignment("trainer.epochs=3");
  for (const std::string& assignment : assignments) config.set_assignment(assignment);
  return config;
}

Training::Training(const Assignments& assignments)
    : config(
          resolved(config_of(assignments),
                   {data.train.size(), std::count(data.train.labels.begin(), data.train.labels.end(), 1), kFeatures})),
      phase(phases_of(config).back()) {}

Trainee Training::fresh(std::uint64_t seed) const {
  Random random(seed, 1);
  Model model = make_model(config.get("model.name"), config.section("model"), {InputKind::table, {kFeatures}}, random);
  Optimiser optimiser = make_optimiser(phase.optimiser, model.parameter_list());
  return {std::move(model), objective_of(phase, data.train.size()), std::move(optimiser),
          Sampler(data.train.labels, phase.sampler)};
}

FitHooks Training::hooks() const {
  FitHooks hooks;
  hooks.retune = retuning(phase, data.train);
  return hooks;
}

FitEnd Training::run(Trainee& trainee, Progress& progress, FitHooks hooks) const {
  return fit(trainee, progress, data.train, data.valid, phase.fit, hooks);
}

Outcome outcome_of(const Trainee& trainee, const Progress& progress) {
  Outcome outcome;
  outcome.weights = snapshot(trainee.model.weights());
  outcome.objective = snapshot(trainee.objective.state.tensors());
  outcome.optimiser = trainee.optimiser.save();
  outcome.best = {progress.best};
  outcome.best.insert(outcome.best.end(), progress.also_best.begin(), progress.also_best.end());
  for (BestEpoch& best : outcome.best) best.weights = snapshot(best.weights);
  outcome.skipped = progress.skipped;
  std::vector<record::Epoch> epochs = progress.log;
  for (record::Epoch& epoch : epochs) epoch.seconds = 0;
  outcome.log = record::epoch_log_text(epochs);
  return outcome;
}

std::string difference(const Outcome& a, const Outcome& b) {
  std::string text = tensor_difference("weights", a.weights, b.weights) +
                     tensor_difference("objective", a.objective, b.objective) +
                     tensor_difference("optimiser", a.optimiser, b.optimiser);
  if (a.best.size() != b.best.size()) return text + "number of targets; ";
  for (std::size_t k = 0; k < a.best.size(); ++k) {
    text += tensor_difference(joined("best ", k), a.best[k].weights, b.best[k].weights);
    if (a.best[k].epoch != b.best[k].epoch || a.best[k].valid != b.best[k].valid)
      text += joined("best epoch ", k, "; ");
  }
  if (a.skipped != b.skipped) text += "skipped; ";
  if (a.log != b.log) text += "log; ";
  return text;
}

FitHooks stopping_after(std::int64_t batches, FitHooks hooks) {
  const auto left = std::make_shared<std::int64_t>(batches);
  hooks.stop_requested = [left] { return (*left)-- == 0; };
  return hooks;
}

}  // namespace pauc::test
