#pragma once

#include <string>
#include <vector>

#include "pauc/batch/task_labels.h"
#include "pauc/objective/objective.h"

namespace pauc {

// An objective of several tasks: one objective for each, on the rows of the batch that have its label. Nothing is
// shared but the batch, so every task has the state that it would have alone.
//
// Its batches are matrices, which make_scored_batch would refuse: scores, labels and slots [B, T], labels with
// kUnknownLabel, slots by the count of each task; weights [B] as usual. A task takes part in a batch if it has a row
// of a weight above 0 there, and, where the methods need both classes, one of each. The loss is the weighted mean over
// these tasks, and so are the diagnostics. If a task refuses its part of a batch, the states of those before it have
// moved.
struct TaskObjectives {
  std::vector<Objective> tasks;
  std::vector<double> weights;      // of the tasks, above 0
  bool needs_both_classes = false;  // of the methods
  bool positives_alone = false;     // they remember positives only: negatives then have slot 0
};
Objective objective_of_tasks(TaskObjectives tasks);

// Whether some task takes part in a batch; its scores do not matter. The objective refuses other batches.
bool has_a_task(const ScoredBatch& batch, bool needs_both_classes);

// Whether an objective made for SlotCounts(10, 3) keeps numbers of positives, and so would refuse the slot of a
// negative.
bool remembers_positives_alone(const State& of_three_in_ten);

// The part of such an objective's state that belongs to a task.
State state_of_task(State& state, std::size_t task);

}  // namespace pauc
