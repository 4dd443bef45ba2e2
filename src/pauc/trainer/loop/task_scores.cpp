#include "pauc/trainer/loop/task_scores.h"

#include <functional>

#include "pauc/core/deviation.h"
#include "pauc/core/error.h"
#include "pauc/metric/log_loss.h"
#include "pauc/objective/pair/score_scale.h"
#include "pauc/objective/tasks.h"
#include "pauc/trainer/loop/score.h"

namespace pauc {

namespace {

double mean_over_tasks(const Dataset& dataset, const std::vector<double>& scores,
                       const std::function<double(const TaskExamples&)>& value) {
  double sum = 0;
  std::int64_t count = 0;
  for (std::size_t task = 0; task < dataset.tasks->size(); ++task) {
    const TaskExamples examples = examples_of_task(dataset, scores, task);
    if (!examples.has_both_classes()) continue;
    sum += value(examples);
    ++count;
  }
  require(count > 0, "tasks: expected one with rows of both classes, got none");
  return sum / static_cast<double>(count);
}

}  // namespace

bool TaskExamples::has_both_classes() const {
  bool has[2] = {false, false};
  for (std::size_t k = 0; k < labels.size(); ++k) has[labels[k]] |= weights.empty() || weights[k] > 0;
  return has[0] && has[1];
}

TaskExamples examples_of_task(const Dataset& dataset, const std::vector<double>& scores, std::size_t task) {
  const std::vector<std::int8_t>& labels = dataset.tasks->at(task);
  const std::size_t tasks = dataset.tasks->size();
  TaskExamples examples;
  for (std::size_t k = 0; k < labels.size(); ++k) {
    if (labels[k] == kUnknownLabel) continue;
    examples.labels.push_back(static_cast<std::uint8_t>(labels[k]));
    examples.scores.push_back(scores[k * tasks + task]);
    if (!dataset.weights.empty()) examples.weights.push_back(dataset.weights[k]);
  }
  return examples;
}

std::vector<double> deviations_of(const Dataset& dataset, const std::vector<double>& scores) {
  if (!dataset.tasks) return {deviation_of(scores)};
  const std::size_t tasks = dataset.tasks->size();
  std::vector<std::vector<double>> columns(tasks);
  for (std::size_t k = 0; k < scores.size(); ++k) columns[k % tasks].push_back(scores[k]);
  std::vector<double> deviations;
  for (const std::vector<double>& column : columns) deviations.push_back(deviation_of(column));
  return deviations;
}

double mean_target_value(const Dataset& dataset, const std::vector<double>& scores, const Region& target) {
  return mean_over_tasks(dataset, scores, [&](const TaskExamples& task) {
    return target_value({task.labels, task.scores, task.weights}, target);
  });
}

double mean_log_loss(const Dataset& dataset, const std::vector<double>& scores) {
  return mean_over_tasks(dataset, scores, [](const TaskExamples& task) {
    return log_loss({task.labels, task.scores, task.weights});
  });
}

bool has_score_scale(const Dataset& dataset, State& state) {
  return dataset.tasks ? state_of_task(state, 0).has(kScoreScale) : state.has(kScoreScale);
}

void set_score_scales(const Dataset& dataset, const std::vector<double>& scores, State& state) {
  if (!dataset.tasks) return set_score_scale(scores, state);
  for (std::size_t task = 0; task < dataset.tasks->size(); ++task) {
    State part = state_of_task(state, task);
    set_score_scale(examples_of_task(dataset, scores, task).scores, part);
  }
}

}  // namespace pauc
