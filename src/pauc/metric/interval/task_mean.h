#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "pauc/metric/interval/interval.h"
#include "pauc/metric/region.h"
#include "pauc/metric/scored_rows.h"

namespace pauc {

// The rows of one of several tasks, with one column of scores.
struct TaskColumn {
  ScoredRows rows;                  // as `prepared` returns them, without groups
  std::vector<std::int64_t> units;  // of each row: rows of other tasks with the same number are not independent of it
};

struct TaskMean {
  double value = 0;
  IntervalResult ci;
};

// The mean of a measure over tasks. Its variance is the sum over units of the squared mean influence of their rows:
// what the tasks have in common through the rows that they share counts. Tasks are added one by one, so that no two of
// them are in memory at a time: it holds a number for each unit.
class TaskMeanSum {
 public:
  // `grouped`: units are groups, of which there may be several rows in a task.
  TaskMeanSum(const Measure& measure, bool grouped) : measure_(measure), grouped_(grouped) {}

  void add(const TaskColumn& task);
  // Needs at least one task.
  TaskMean mean(double confidence = 0.95) const;

 private:
  Measure measure_;
  bool grouped_;
  std::int64_t tasks_ = 0;
  double sum_ = 0;
  bool too_few_ = false;                                 // rows of a class in some task
  std::unordered_map<std::int64_t, double> influences_;  // summed over tasks, by unit
};

// The same for tasks that are at hand.
TaskMean mean_over_tasks(const std::vector<TaskColumn>& tasks, const Measure& measure, bool grouped,
                         double confidence = 0.95);

}  // namespace pauc
