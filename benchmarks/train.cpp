// Training steps of an MLP 2 x 128 on tables, as the loop makes them: batches prepared on a background thread, forward,
// objective, backward, Adam; and the objective with its backward alone, on scores of the same batches.
#include <ATen/Functions.h>
#include <benchmark/benchmark.h>
#include <c10/core/GradMode.h>

#include <chrono>

#include "measured_memory.h"
#include "pauc/data/inputs.h"
#include "pauc/data/synthetic.h"
#include "pauc/model/make_model.h"
#include "pauc/objective/make_objective.h"
#include "pauc/trainer/loop/fit.h"
#include "pauc/trainer/loop/threads.h"

namespace pauc {
namespace {

constexpr std::int64_t kRows = 65536;
constexpr std::int64_t kFeatures = 64;
constexpr std::int64_t kBatch = 1024;
constexpr std::int64_t kBatchPositives = 128;

struct Problem {
  Examples examples;
  Inputs inputs;
  Dataset train;
};

const Problem& problem() {
  static const Problem* made = [] {
    SyntheticOptions options;
    options.rows = kRows;
    options.features = kFeatures;
    SyntheticData data = make_synthetic(options);
    auto* problem = new Problem;  // for the whole program: the dataset looks into it
    problem->examples.content.table = std::move(data.table);
    for (const std::uint8_t label : data.labels) {
      problem->examples.facts.labels.push_back(static_cast<std::int8_t>(label));
    }
    std::vector<std::int64_t> rows(kRows);
    for (std::int64_t row = 0; row < kRows; ++row) rows[row] = row;
    std::vector<std::string> notes;
    InputOptions options_of_inputs;
    options_of_inputs.table.numeric = NumericEncoding::standard;
    problem->inputs = fit_inputs(problem->examples, rows, options_of_inputs, notes);
    problem->train = dataset_of(problem->examples, problem->inputs, rows);
    return problem;
  }();
  return *made;
}

Dataset small_part() {
  std::vector<std::int64_t> rows(256);
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] = static_cast<std::int64_t>(k);
  return dataset_of(problem().examples, problem().inputs, rows);
}

Trainee trainee_for(const std::string& objective) {
  MlpOptions mlp;
  mlp.dropout = 0;
  Random random(1);
  Model model = make_model(mlp, problem().inputs.shape, random);
  return {model, make_objective(objective, {}, kRows), make_optimiser({}, model.parameter_list()),
          Sampler(problem().train.labels, {kBatch, kBatchPositives, 0})};
}

// Seconds of one step, from the first to the last batch of an epoch; judging the epoch is not counted.
void step(benchmark::State& state, const std::string& objective) {
  using Clock = std::chrono::steady_clock;
  const Dataset valid = small_part();
  const MeasuredMemory memory(state);
  double waited = 0;
  double all = 0;
  while (state.KeepRunning()) {
    Trainee trainee = trainee_for(objective);
    Progress progress;
    FitOptions options;
    options.epochs = 1;
    options.target = {0, 0.05, 0};
    Clock::time_point first;
    Clock::time_point last;
    FitHooks hooks;
    hooks.batch_done = [&](const Progress& now) { (now.batch == 1 ? first : last) = Clock::now(); };
    fit(trainee, progress, problem().train, valid, options, hooks);
    const double seconds = std::chrono::duration<double>(last - first).count();
    state.SetIterationTime(seconds / static_cast<double>(kRows / kBatch - 1));
    waited += progress.seconds_waited;
    all += seconds;
  }
  state.counters["waited_share"] = waited / all;
}

void objective_alone(benchmark::State& state, const std::string& name) {
  Trainee trainee = trainee_for(name);
  const MeasuredMemory memory(state);
  while (state.KeepRunning()) {
    const auto rows = trainee.sampler.next();
    const c10::NoGradGuard no_graph;
    const at::Tensor scores = trainee.model.forward(problem().train.gather(rows, nullptr), nullptr).detach();
    const c10::AutoGradMode with_graph(true);
    scores.set_requires_grad(true);
    const at::Tensor slots = at::tensor(rows);
    at::Tensor labels = at::empty_like(slots);
    for (std::size_t k = 0; k < rows.size(); ++k) labels.data_ptr<std::int64_t>()[k] = problem().train.labels[rows[k]];
    const auto begin = std::chrono::steady_clock::now();
    const Loss loss = trainee.objective(make_scored_batch(scores, labels, slots));
    loss.differentiable.backward();
    state.SetIterationTime(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
}

void register_all() {
  const std::string size = std::to_string(kBatchPositives) + "/" + std::to_string(kBatch - kBatchPositives);
  for (const char* name : {"ce", "sopa", "sopa-s", "sota-s", "auc-sh", "p-push", "mb", "aw-poly"}) {
    benchmark::RegisterBenchmark((std::string("step:") + name + "/" + size).c_str(), step, name)
        ->UseManualTime()
        ->Unit(benchmark::kSecond);
    benchmark::RegisterBenchmark((std::string("objective:") + name + "/" + size).c_str(), objective_alone, name)
        ->UseManualTime()
        ->Unit(benchmark::kSecond);
  }
}

}  // namespace
}  // namespace pauc

int main(int argc, char** argv) {
  pauc::set_compute_threads(1);
  pauc::register_all();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
