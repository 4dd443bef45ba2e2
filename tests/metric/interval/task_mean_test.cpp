#include "pauc/metric/interval/task_mean.h"

#include <cmath>

#include "pauc/core/random.h"
#include "pauc/metric/area.h"
#include "pauc/metric/evaluation.h"
#include "pauc/metric/roc.h"

namespace pauc {
namespace {

constexpr std::size_t kTasks = 3;

// Rows with labels of three tasks that have much in common, some of them missing.
struct Rows {
  std::vector<std::vector<int>> labels;     // [row][task]; -1: missing
  std::vector<std::vector<double>> scores;  // [row][task]
};

Rows some_rows(std::size_t count, std::uint64_t seed) {
  Random random(seed);
  Rows rows;
  for (std::size_t row = 0; row < count; ++row) {
    const double common = random.normal();
    rows.labels.emplace_back();
    rows.scores.emplace_back();
    for (std::size_t task = 0; task < kTasks; ++task) {
      const double own = common + 0.5 * random.normal();
      rows.labels.back().push_back(random.uniform() < 0.3 ? -1 : own > 0.8 ? 1 : 0);
      rows.scores.back().push_back(own + 1.2 * common * random.uniform() + 1.5 * random.normal());
    }
  }
  return rows;
}

std::vector<TaskColumn> columns_of(const Rows& rows, const std::vector<std::size_t>& chosen) {
  std::vector<TaskColumn> columns;
  for (std::size_t task = 0; task < kTasks; ++task) {
    TaskColumn column;
    ScoredRows own;
    own.names = {"score"};
    own.columns.resize(1);
    for (const std::size_t row : chosen) {
      if (rows.labels[row][task] < 0) continue;
      own.labels.push_back(static_cast<std::uint8_t>(rows.labels[row][task]));
      own.columns[0].push_back(rows.scores[row][task]);
      column.units.push_back(static_cast<std::int64_t>(row));
    }
    column.rows = prepared(std::move(own));
    columns.push_back(std::move(column));
  }
  return columns;
}

std::vector<std::size_t> all_of(std::size_t count) {
  std::vector<std::size_t> all(count);
  for (std::size_t k = 0; k < count; ++k) all[k] = k;
  return all;
}

TEST(TaskMean, IsTheMeanOfTheTasks) {
  const Rows rows = some_rows(400, 1);
  const auto columns = columns_of(rows, all_of(400));
  const Region region{0, 0.3, 0};
  double sum = 0;
  for (const TaskColumn& column : columns) {
    sum += measured(roc_curve(column.rows.cases(0)).vertices, Measure(region));
  }
  EXPECT_NEAR(mean_over_tasks(columns, region, false).value, sum / kTasks, 1e-12);
}

// One task: the interval that an evaluation gives it.
TEST(TaskMean, OfOneTaskHasTheIntervalOfAnEvaluation) {
  const Rows rows = some_rows(300, 2);
  auto columns = columns_of(rows, all_of(300));
  columns.resize(1);
  EvaluationOptions options;
  options.fpr_max = 0.3;
  const Evaluation evaluation = evaluate(columns[0].rows, options);
  const Estimate& expected = evaluation.scores[0].areas[evaluation.headline];
  const TaskMean mean = mean_over_tasks(columns, Region{0, 0.3, 0}, false);
  ASSERT_TRUE(mean.ci.interval.has_value());
  EXPECT_NEAR(mean.value, expected.value, 1e-12);
  EXPECT_NEAR(mean.ci.interval->lower, expected.ci.interval->lower, 1e-9);
  EXPECT_NEAR(mean.ci.interval->upper, expected.ci.interval->upper, 1e-9);
}

// The same rows under several names say no more than once.
TEST(TaskMean, OfCopiesIsAsWideAsOneOfThem) {
  const Rows rows = some_rows(300, 3);
  auto one = columns_of(rows, all_of(300));
  one.resize(1);
  const std::vector<TaskColumn> copies(4, one[0]);
  const auto of_one = mean_over_tasks(one, Region{0, 1, 0}, false).ci.interval.value();
  const auto of_copies = mean_over_tasks(copies, Region{0, 1, 0}, false).ci.interval.value();
  EXPECT_NEAR(of_copies.lower, of_one.lower, 1e-9);
  EXPECT_NEAR(of_copies.upper, of_one.upper, 1e-9);
}

// The oracle: draw rows with all their labels again, and take the standard deviation of the mean.
TEST(TaskMean, HasTheWidthOfABootstrapOverRows) {
  constexpr std::size_t kRows = 600;
  const Rows rows = some_rows(kRows, 4);
  for (const Region& region : {Region{0, 1, 0}, Region{0, 0.3, 0}}) {
    const TaskMean mean = mean_over_tasks(columns_of(rows, all_of(kRows)), region, false);
    Random random(9);
    double sum = 0;
    double squares = 0;
    constexpr int kDraws = 600;
    for (int draw = 0; draw < kDraws; ++draw) {
      std::vector<std::size_t> drawn(kRows);
      for (std::size_t& row : drawn) row = random.below(static_cast<std::uint32_t>(kRows));
      const double value = mean_over_tasks(columns_of(rows, drawn), region, false).value;
      const double logit = std::log(value / (1 - value));
      sum += logit;
      squares += logit * logit;
    }
    const double deviation = std::sqrt(squares / kDraws - sum / kDraws * (sum / kDraws));
    const auto logit = [](double share) { return std::log(share / (1 - share)); };
    const Interval ci = mean.ci.interval.value();
    const double width = (logit(ci.upper) - logit(ci.lower)) / (2 * 1.959964);
    EXPECT_NEAR(width / deviation, 1, 0.12) << region.fpr_max;
  }
}

TEST(TaskMean, OfGroupsCountsEachGroupOnce) {
  const Rows rows = some_rows(200, 5);
  auto single = columns_of(rows, all_of(200));
  std::vector<std::size_t> twice = all_of(200);
  for (std::size_t k = 0; k < 200; ++k) twice.push_back(k);
  const auto doubled = columns_of(rows, twice);  // copies have the number of their row: one group each
  const auto of_single = mean_over_tasks(single, Region{0, 1, 0}, true).ci.interval.value();
  const auto of_doubled = mean_over_tasks(doubled, Region{0, 1, 0}, true).ci.interval.value();
  EXPECT_NEAR(of_doubled.lower, of_single.lower, 1e-9);
  EXPECT_NEAR(of_doubled.upper, of_single.upper, 1e-9);
}

TEST(TaskMean, SaysWhyThereIsNoInterval) {
  TaskColumn column;
  column.rows = prepared({{1, 0, 0}, {"score"}, {{3, 2, 1}}, {}, {}, 0});
  column.units = {0, 1, 2};
  const TaskMean mean = mean_over_tasks({column}, Region{0, 1, 0}, false);
  EXPECT_EQ(mean.value, 1);
  EXPECT_FALSE(mean.ci.interval.has_value());
  EXPECT_FALSE(mean.ci.reason.empty());
}

}  // namespace
}  // namespace pauc
