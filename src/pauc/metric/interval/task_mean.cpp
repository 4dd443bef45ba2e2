#include "pauc/metric/interval/task_mean.h"

#include <cmath>
#include <unordered_map>

#include "pauc/core/error.h"
#include "pauc/metric/area.h"
#include "pauc/metric/interval/influence.h"
#include "pauc/metric/roc.h"

namespace pauc {

namespace {

// n / (n - 1) of the squares of each class, as in influence_variance; groups are corrected as a whole.
double correction(std::int64_t rows, bool grouped) {
  return grouped ? 1 : std::sqrt(static_cast<double>(rows) / static_cast<double>(rows - 1));
}

}  // namespace

TaskMean mean_over_tasks(const std::vector<TaskColumn>& tasks, const Measure& measure, bool grouped,
                         double confidence) {
  require(!tasks.empty(), "tasks: expected at least one to average, got none");
  const auto count = static_cast<double>(tasks.size());
  TaskMean mean;
  std::unordered_map<std::int64_t, double> influences;  // by unit
  bool too_few = false;
  for (const TaskColumn& task : tasks) {
    const Cases cases = task.rows.cases(0);
    const ClassTotals totals = check(cases);
    const Ranking ranking = rank_cases(cases);
    const RocCurve curve = roc_curve(cases, ranking);
    mean.value += measured(curve.vertices, measure) / count;
    too_few = too_few || totals.positive_rows < 2 || totals.negative_rows < 2;
    if (too_few) continue;
    const std::vector<double> own = influence(cases, ranking, curve, measure);
    const double of_class[2] = {correction(totals.negative_rows, grouped), correction(totals.positive_rows, grouped)};
    for (std::size_t k = 0; k < own.size(); ++k) {
      influences[task.units[k]] += own[k] * of_class[cases.labels[static_cast<std::int64_t>(k)]] / count;
    }
  }
  if (too_few) {
    mean.ci.reason = "a task has one row of a class only";
    return mean;
  }
  double variance = 0;
  for (const auto& [unit, influence] : influences) variance += influence * influence;
  const auto units = static_cast<double>(influences.size());
  if (grouped) variance *= units / (units - 1);
  mean.ci = logit_interval(mean.value, variance, confidence);
  return mean;
}

}  // namespace pauc
