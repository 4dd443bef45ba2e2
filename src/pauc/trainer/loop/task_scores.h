#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/data/dataset.h"
#include "pauc/metric/region.h"
#include "pauc/objective/state.h"

namespace pauc {

// Scores of several labels: the scores of an example follow each other, one per task.

// The examples of a dataset that have the label of a task.
struct TaskExamples {
  std::vector<std::uint8_t> labels;
  std::vector<double> scores;
  std::vector<double> weights;  // empty: all are 1

  bool has_both_classes() const;
};
TaskExamples examples_of_task(const Dataset& dataset, const std::vector<double>& scores, std::size_t task);

// The standard deviation of the scores of each task, whether its labels are known or not; without tasks, of all scores.
std::vector<double> deviations_of(const Dataset& dataset, const std::vector<double>& scores);

// The mean over the tasks that have both classes of the target's value, or of the log loss.
double mean_target_value(const Dataset& dataset, const std::vector<double>& scores, const Region& target);
double mean_log_loss(const Dataset& dataset, const std::vector<double>& scores);

// Whether an objective measures gaps by the spread of the scores; sets that spread, of each task its own.
bool has_score_scale(const Dataset& dataset, State& state);
void set_score_scales(const Dataset& dataset, const std::vector<double>& scores, State& state);

}  // namespace pauc
