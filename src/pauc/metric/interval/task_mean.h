#pragma once

#include <cstdint>
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
// what the tasks have in common through the rows that they share counts. `grouped`: units are groups, of which there
// may be several rows in a task.
TaskMean mean_over_tasks(const std::vector<TaskColumn>& tasks, const Measure& measure, bool grouped,
                         double confidence = 0.95);

}  // namespace pauc
