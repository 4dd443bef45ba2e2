#include "pauc/objective/tasks.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <cmath>
#include <limits>

#include "pauc/core/error.h"
#include "pauc/core/random.h"
#include "pauc/objective/make_objective.h"
#include "pauc/objective/registry.h"

namespace pauc {
namespace {

constexpr std::int64_t kRows = 24;
constexpr std::int64_t kTasks = 3;

// The last task lacks half of its labels.
ScoredBatch some_batch(std::uint64_t seed) {
  Random random(seed);
  ScoredBatch batch{at::empty({kRows, kTasks}, at::kFloat),
                    at::empty({kRows, kTasks}, at::kLong),
                    at::empty({kRows, kTasks}, at::kLong),
                    {}};
  for (std::int64_t row = 0; row < kRows; ++row) {
    for (std::int64_t task = 0; task < kTasks; ++task) {
      const bool unknown = task == 2 && row % 2 == 1;
      const std::int64_t label = (row / 2 + task) % 3 == 0 ? 1 : 0;
      batch.scores[row][task] = random.normal();
      batch.labels[row][task] = unknown ? std::int64_t{kUnknownLabel} : label;
      batch.slots[row][task] = row;
    }
  }
  batch.scores.set_requires_grad(true);
  return batch;
}

TaskObjectives three_of(const std::string& name, const std::vector<double>& weights = {1, 1, 1}) {
  TaskObjectives all{{}, weights, needs_both_classes(*find_objective(name))};
  for (std::int64_t task = 0; task < kTasks; ++task) all.tasks.push_back(make_objective(name, {}, kRows));
  return all;
}

// What a task alone makes of its column.
struct Alone {
  Loss loss;
  at::Tensor gradient;  // [rows that know the label]
  at::Tensor rows;
};

Alone alone(Objective& objective, const ScoredBatch& batch, std::int64_t task) {
  const at::Tensor known = at::nonzero(batch.labels.select(1, task) != std::int64_t{kUnknownLabel}).flatten();
  const at::Tensor scores =
      batch.scores.detach().select(1, task).index_select(0, known).clone().set_requires_grad(true);
  Alone result{objective(make_scored_batch(scores, batch.labels.select(1, task).index_select(0, known),
                                           batch.slots.select(1, task).index_select(0, known))),
               {},
               known};
  result.loss.differentiable.backward();
  result.gradient = scores.grad();
  return result;
}

TEST(TaskObjectives, GiveEachTaskTheStepThatItHasAlone) {
  for (const ObjectiveInfo& info : objective_registry()) {
    SCOPED_TRACE(info.name);
    const std::vector<double> weights = {1, 2, 0.5};
    Objective together = objective_of_tasks(three_of(info.name, weights));
    TaskObjectives single = three_of(info.name);
    together.begin_stage(0.1);
    for (Objective& one : single.tasks) one.begin_stage(0.1);
    for (const std::uint64_t seed : {1U, 2U, 3U}) {
      const ScoredBatch batch = some_batch(seed);
      const Loss loss = together(batch);
      loss.differentiable.backward();
      double value = 0;
      for (std::int64_t task = 0; task < kTasks; ++task) {
        const Alone one = alone(single.tasks[static_cast<std::size_t>(task)], batch, task);
        const double share = weights[static_cast<std::size_t>(task)] / 3.5;
        value += share * one.loss.value;
        const at::Tensor own = batch.scores.grad().select(1, task).index_select(0, one.rows);
        EXPECT_TRUE(at::allclose(own, share * one.gradient, 1e-5, 1e-8)) << "task " << task;
        State part = state_of_task(together.state, static_cast<std::size_t>(task));
        for (const auto& [name, tensor] : single.tasks[static_cast<std::size_t>(task)].state.tensors()) {
          EXPECT_TRUE(at::equal(part.tensors().at(name), tensor)) << name << ", task " << task;
        }
      }
      EXPECT_NEAR(loss.value, value, 1e-9 * std::abs(value) + 1e-12);
    }
  }
}

TEST(TaskObjectives, LeaveOutTasksWithoutPairs) {
  ScoredBatch batch = some_batch(4);
  batch.labels.select(1, 1).fill_(0);
  Objective together = objective_of_tasks(three_of("sopa"));
  together(batch).differentiable.backward();
  EXPECT_EQ(batch.scores.grad().select(1, 1).abs().sum().item<double>(), 0);
  EXPECT_GT(batch.scores.grad().select(1, 0).abs().sum().item<double>(), 0);
  batch.labels.fill_(0);
  EXPECT_FALSE(has_a_task(batch, true));
  EXPECT_TRUE(has_a_task(batch, false));
  EXPECT_THROW(together(batch), UserError);
}

TEST(TaskObjectives, LeaveOutTasksWhoseRowsWeighNothing) {
  ScoredBatch batch = some_batch(4);
  batch.weights = at::ones({kRows}, at::kDouble);
  for (std::int64_t row = 0; row < kRows; row += 2) batch.weights[row] = 0;  // the last task has no other rows
  Objective together = objective_of_tasks(three_of("ce"));
  EXPECT_TRUE(has_a_task(batch, false));
  together(batch).differentiable.backward();
  EXPECT_EQ(batch.scores.grad().select(1, 2).abs().sum().item<double>(), 0);
  EXPECT_GT(batch.scores.grad().select(1, 0).abs().sum().item<double>(), 0);
  batch.weights.zero_();
  EXPECT_FALSE(has_a_task(batch, false));
  EXPECT_THROW(together(batch), UserError);
}

TEST(TaskObjectives, RefuseScoresThatAreNotFiniteAndKeepTheirState) {
  ScoredBatch batch = some_batch(5);
  batch.scores = batch.scores.detach().clone();
  batch.scores[3][1] = std::numeric_limits<float>::quiet_NaN();
  Objective together = objective_of_tasks(three_of("sopa-s"));
  const NamedTensors before = snapshot(together.state.tensors());
  EXPECT_THROW(together(batch), UserError);
  for (const auto& [name, tensor] : together.state.tensors()) EXPECT_TRUE(at::equal(tensor, before.at(name))) << name;
}

TEST(State, PartsShareTheMemoryOfTheWhole) {
  State one;
  one.add_number("lambda", 1);
  State whole;
  whole.add_part("a/", one);
  whole.add_part("b/", one);
  State part = whole.part("b/");
  part.set_number("lambda", 5);
  EXPECT_EQ(whole.number("a/lambda"), 1);
  EXPECT_EQ(whole.number("b/lambda"), 5);
  State copy = whole;
  copy.part("a/").set_number("lambda", 9);
  EXPECT_EQ(whole.number("a/lambda"), 1);
}

TEST(SlotCounts, MakeRoomForPositivesOnly) {
  for (const char* name : {"sopa-s", "staco"}) {
    const Objective objective = make_objective(name, {}, SlotCounts(1000, 7));
    for (const auto& [key, tensor] : objective.state.tensors()) EXPECT_LE(tensor.numel(), 7) << name << " " << key;
  }
  for (const char* name : {"sopa", "sota"}) {
    const Objective own = make_objective(name, {{"thresholds", "own"}}, SlotCounts(1000, 7));
    for (const auto& [key, tensor] : own.state.tensors()) EXPECT_LE(tensor.numel(), 7) << name << " " << key;
  }
}

}  // namespace
}  // namespace pauc
