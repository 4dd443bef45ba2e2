#include "pauc/objective/tasks.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"

namespace pauc {

namespace {

// Ends with a slash, so that no prefix begins another.
std::string prefix_of(std::size_t task) { return joined("task-", task, "/"); }

// A method on its own: its state is a part of the whole.
struct TaskMethod {
  std::function<Loss(const ScoredBatch&, State&)> step;
  std::function<void(double, State&)> on_stage;
  double weight = 1;
};

void require_matrices(const ScoredBatch& batch, std::int64_t tasks) {
  require(batch.scores.dim() == 2 && batch.scores.size(1) == tasks, "scores: expected a column for each of ", tasks,
          " tasks");
  require(batch.labels.sizes() == batch.scores.sizes() && batch.slots.sizes() == batch.scores.sizes(),
          "labels: expected labels and slots of the shape of the scores");
  require(at::isfinite(batch.scores).all().item<bool>(), "scores: expected finite numbers, got some that are not");
}

// The rows that know the label of a task.
std::vector<std::int64_t> rows_of(const at::Tensor& labels, std::size_t task) {
  const std::int64_t tasks = labels.size(1);
  const std::int64_t* all = cpu_data<std::int64_t>(labels);
  std::vector<std::int64_t> rows;
  for (std::int64_t row = 0; row < labels.size(0); ++row) {
    if (all[row * tasks + static_cast<std::int64_t>(task)] != kUnknownLabel) rows.push_back(row);
  }
  return rows;
}

bool takes_part(const ScoredBatch& batch, std::size_t task, bool needs_both_classes) {
  const std::int64_t tasks = batch.labels.size(1);
  const std::int64_t* labels = cpu_data<std::int64_t>(batch.labels);
  const double* weights = batch.weights.defined() ? cpu_data<double>(batch.weights) : nullptr;
  bool has[2] = {false, false};
  for (std::int64_t row = 0; row < batch.labels.size(0); ++row) {
    const std::int64_t label = labels[row * tasks + static_cast<std::int64_t>(task)];
    if (label != kUnknownLabel && (weights == nullptr || weights[row] > 0)) has[label] = true;
  }
  return needs_both_classes ? has[0] && has[1] : has[0] || has[1];
}

at::Tensor tensor_of(const std::vector<std::int64_t>& numbers) {
  at::Tensor tensor = at::empty({static_cast<std::int64_t>(numbers.size())}, at::kLong);
  std::memcpy(cpu_data<std::int64_t>(tensor), numbers.data(), numbers.size() * sizeof(std::int64_t));
  return tensor;
}

// The weighted mean of the losses of the tasks.
class MeanLoss {
 public:
  void add(const Loss& loss, double weight) {
    weights_ += weight;
    const at::Tensor part = loss.differentiable * weight;
    sum_ = sum_.defined() ? sum_ + part : part;
    value_ += weight * loss.value;
    for (const Diagnostic& diagnostic : loss.diagnostics) add(diagnostic, weight);
  }

  bool is_empty() const { return weights_ == 0; }

  Loss mean() const {
    Loss loss{sum_ / weights_, value_ / weights_, diagnostics_};
    for (std::size_t k = 0; k < diagnostics_.size(); ++k) loss.diagnostics[k].value /= diagnostic_weights_[k];
    return loss;
  }

 private:
  void add(const Diagnostic& diagnostic, double weight) {
    std::size_t k = 0;
    while (k < diagnostics_.size() && std::strcmp(diagnostics_[k].name, diagnostic.name) != 0) ++k;
    if (k == diagnostics_.size()) {
      diagnostics_.push_back({diagnostic.name, 0});
      diagnostic_weights_.push_back(0);
    }
    diagnostics_[k].value += weight * diagnostic.value;
    diagnostic_weights_[k] += weight;
  }

  at::Tensor sum_;
  double value_ = 0;
  double weights_ = 0;
  std::vector<Diagnostic> diagnostics_;
  std::vector<double> diagnostic_weights_;
};

// The column of a task, of the rows that have its label.
ScoredBatch batch_of_task(const ScoredBatch& batch, const at::Tensor& scores, std::size_t task,
                          const std::vector<std::int64_t>& rows, bool positives_alone) {
  const auto column = static_cast<std::int64_t>(task);
  const at::Tensor places = tensor_of(rows);
  const at::Tensor labels = batch.labels.select(1, column).index_select(0, places);
  const at::Tensor slots = batch.slots.select(1, column).index_select(0, places);
  return {scores.index_select(0, places.to(scores.device())), labels.to(scores.device()),
          positives_alone ? slots * labels : slots,
          batch.weights.defined() ? batch.weights.index_select(0, places) : at::Tensor()};
}

}  // namespace

bool has_a_task(const ScoredBatch& batch, bool needs_both_classes) {
  for (std::size_t task = 0; task < static_cast<std::size_t>(batch.labels.size(1)); ++task) {
    if (takes_part(batch, task, needs_both_classes)) return true;
  }
  return false;
}

State state_of_task(State& state, std::size_t task) { return state.part(prefix_of(task)); }

bool remembers_positives_alone(const State& of_three_in_ten) {
  const NamedTensors& tensors = of_three_in_ten.tensors();
  return std::any_of(tensors.begin(), tensors.end(), [](const auto& entry) { return entry.second.numel() == 3; });
}

Objective objective_of_tasks(TaskObjectives tasks) {
  Objective whole;
  std::vector<TaskMethod> methods;
  for (std::size_t task = 0; task < tasks.tasks.size(); ++task) {
    Objective& one = tasks.tasks[task];
    whole.state.add_part(prefix_of(task), std::move(one.state));
    methods.push_back({std::move(one.step), std::move(one.on_stage), tasks.weights.at(task)});
  }
  whole.step = [methods, needs_both = tasks.needs_both_classes, positives_alone = tasks.positives_alone](
                   const ScoredBatch& batch, State& state) {
    require_matrices(batch, static_cast<std::int64_t>(methods.size()));
    const std::vector<at::Tensor> columns = batch.scores.unbind(1);
    MeanLoss mean;
    for (std::size_t task = 0; task < methods.size(); ++task) {
      if (!takes_part(batch, task, needs_both)) continue;
      const std::vector<std::int64_t> rows = rows_of(batch.labels, task);
      State part = state_of_task(state, task);
      mean.add(methods[task].step(batch_of_task(batch, columns[task], task, rows, positives_alone), part),
               methods[task].weight);
    }
    require(!mean.is_empty(), "batch: expected a task with ", needs_both ? "rows of both classes" : "a row",
            " of a weight above 0, got none");
    return mean.mean();
  };
  whole.on_stage = [methods](double learning_rate, State& state) {
    for (std::size_t task = 0; task < methods.size(); ++task) {
      if (!methods[task].on_stage) continue;
      State part = state_of_task(state, task);
      methods[task].on_stage(learning_rate, part);
    }
  };
  return whole;
}

}  // namespace pauc
