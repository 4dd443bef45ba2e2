#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/examples.h"
#include "pauc/data/split_examples.h"

namespace pauc {

// Labelled rows of a task in a part.
struct TaskCounts {
  std::int64_t positives = 0;
  std::int64_t negatives = 0;
  bool has_both() const { return positives > 0 && negatives > 0; }
};
TaskCounts counts_of(const TaskFacts& task, const RowFacts& facts, const std::vector<std::int64_t>& rows);

// For each row, whether any task is positive there; kUnlabelled if none has a label.
std::vector<std::int8_t> any_positive(const std::vector<TaskFacts>& tasks);

// The place of a task with this name; refuses others.
std::size_t task_place(const std::vector<TaskFacts>& tasks, const std::string& name);

// The facts for one task alone; a split still goes by all of them.
RowFacts facts_of_task(RowFacts facts, std::size_t task);

// The tasks that can be trained: those with rows of both classes in the training part. A note for each of the others,
// and for those that cannot be judged on another part.
std::vector<std::size_t> trainable_tasks(const Examples& examples, const SplitRows& split,
                                         std::vector<std::string>& notes);

// Leaves the rows that have the label of none of these tasks out of the training part; returns how many.
std::int64_t leave_out_unlearnt(const RowFacts& facts, const std::vector<std::size_t>& tasks, SplitRows& split);

// The rows of each part that have the label of a task.
SplitRows rows_of_task(const TaskFacts& task, const SplitRows& split);

// "labels: NR-AR (309 of 7265 rows positive), NR-AhR (...) and 10 more".
std::string labels_line(const std::vector<TaskFacts>& tasks);

}  // namespace pauc
