#include "pauc/metric/interval/task_mean.h"

#include <cmath>

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

void TaskMeanSum::add(const TaskColumn& task) {
  const Cases cases = task.rows.cases(0);
  const ClassTotals totals = check(cases);
  const Ranking ranking = rank_cases(cases);
  const RocCurve curve = roc_curve(cases, ranking);
  ++tasks_;
  sum_ += measured(curve.vertices, measure_);
  too_few_ = too_few_ || totals.positive_rows < 2 || totals.negative_rows < 2;
  if (too_few_) return;
  const std::vector<double> own = influence(cases, ranking, curve, measure_);
  const double of_class[2] = {correction(totals.negative_rows, grouped_), correction(totals.positive_rows, grouped_)};
  for (std::size_t k = 0; k < own.size(); ++k) {
    influences_[task.units[k]] += own[k] * of_class[cases.labels[static_cast<std::int64_t>(k)]];
  }
}

TaskMean TaskMeanSum::mean(double confidence) const {
  require(tasks_ > 0, "tasks: expected at least one to average, got none");
  const auto count = static_cast<double>(tasks_);
  TaskMean mean;
  mean.value = sum_ / count;
  if (too_few_) {
    mean.ci.reason = "a task has one row of a class only";
    return mean;
  }
  double variance = 0;
  for (const auto& [unit, influence] : influences_) variance += influence / count * (influence / count);
  const auto units = static_cast<double>(influences_.size());
  if (grouped_) variance *= units / (units - 1);
  mean.ci = logit_interval(mean.value, variance, confidence);
  return mean;
}

TaskMean mean_over_tasks(const std::vector<TaskColumn>& tasks, const Measure& measure, bool grouped,
                         double confidence) {
  TaskMeanSum sum(measure, grouped);
  for (const TaskColumn& task : tasks) sum.add(task);
  return sum.mean(confidence);
}

}  // namespace pauc
