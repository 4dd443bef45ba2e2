#pragma once

#include <cstdint>
#include <vector>

#include "pauc/batch/scored_batch.h"
#include "pauc/data/dataset.h"
#include "pauc/objective/slot_counts.h"

namespace pauc {

// The slots of several tasks. In the state of a task its positives come first, so that methods that remember positives
// need no room for the other rows; a negative has the slot behind them that its number gives.
class TaskSlots {
 public:
  explicit TaskSlots(const TaskLabels& labels);

  SlotCounts counts(std::size_t task) const;
  // Of an example that has the label.
  std::int64_t slot(std::size_t task, std::int64_t example, bool positive) const;

 private:
  std::int64_t rows_ = 0;
  std::vector<std::vector<std::int64_t>> positives_;  // by task, ascending
};

// The batch of an objective of several tasks (objective/tasks.h) without its scores.
ScoredBatch batch_of_tasks(const std::vector<std::int64_t>& examples, const Dataset& dataset, const TaskSlots& slots);

}  // namespace pauc
