#include "pauc/trainer/loop/task_batch.h"

#include <ATen/Functions.h>

#include <algorithm>

#include "pauc/batch/cpu_data.h"

namespace pauc {

TaskSlots::TaskSlots(const TaskLabels& labels) {
  for (const std::vector<std::int8_t>& own : labels) {
    rows_ = static_cast<std::int64_t>(own.size());
    std::vector<std::int64_t> positives;
    for (std::size_t row = 0; row < own.size(); ++row) {
      if (own[row] == 1) positives.push_back(static_cast<std::int64_t>(row));
    }
    positives_.push_back(std::move(positives));
  }
}

SlotCounts TaskSlots::counts(std::size_t task) const {
  const auto positives = static_cast<std::int64_t>(positives_[task].size());
  return {positives + rows_, positives};
}

std::int64_t TaskSlots::slot(std::size_t task, std::int64_t example, bool positive) const {
  const auto& own = positives_[task];
  if (!positive) return static_cast<std::int64_t>(own.size()) + example;
  return std::lower_bound(own.begin(), own.end(), example) - own.begin();
}

ScoredBatch batch_of_tasks(const std::vector<std::int64_t>& examples, const Dataset& dataset, const TaskSlots& slots) {
  const TaskLabels& labels = *dataset.tasks;
  const auto size = static_cast<std::int64_t>(examples.size());
  const auto tasks = static_cast<std::int64_t>(labels.size());
  ScoredBatch batch{{},
                    at::empty({size, tasks}, at::kLong),
                    at::empty({size, tasks}, at::kLong),
                    dataset.weights.empty() ? at::Tensor() : at::empty({size}, at::kDouble)};
  auto* label = cpu_data<std::int64_t>(batch.labels);
  auto* slot = cpu_data<std::int64_t>(batch.slots);
  for (const std::int64_t example : examples) {
    for (std::size_t task = 0; task < labels.size(); ++task, ++label, ++slot) {
      *label = labels[task][static_cast<std::size_t>(example)];
      *slot = *label == kUnknownLabel ? 0 : slots.slot(task, example, *label == 1);
    }
  }
  for (std::int64_t k = 0; batch.weights.defined() && k < size; ++k) {
    cpu_data<double>(batch.weights)[k] = dataset.weights[static_cast<std::size_t>(examples[k])];
  }
  return batch;
}

}  // namespace pauc
