// What every objective does with its state, whatever it is.
#include <ATen/Functions.h>

#include <algorithm>

#include "contract/steps.h"
#include "pauc/core/error.h"

namespace pauc {
namespace {

using test::expect_same_state;
using test::make_ready;
using test::Outcome;
using test::outcome_of;
using test::some_batches;

TEST(ObjectiveContract, EveryObjectiveWithStateRefusesStrangeSlotsAndKeepsItsState) {
  for (const auto& info : objective_registry()) {
    SCOPED_TRACE(info.name);
    Objective objective = make_ready(info.name, {}, 4);
    const auto sized = [](const auto& entry) { return entry.second.dim() > 0; };
    const auto& tensors = objective.state.tensors();
    if (std::none_of(tensors.begin(), tensors.end(), sized)) continue;
    const test::LeafBatch leaf = test::leaf_batch({{0.1, 0.2}, {0.3, 0.4}});
    objective(leaf.batch);
    const State before = objective.state.clone();
    const auto refused = [&](const at::Tensor& slots) {
      EXPECT_THROW(objective(make_scored_batch(leaf.scores, leaf.batch.labels, slots)), UserError);
    };
    refused({});
    refused(at::tensor({4, 1, 4, 2}, at::kLong));
    EXPECT_THROW(make_scored_batch(leaf.scores, leaf.batch.labels, at::tensor({-1, 1, 2, 3}, at::kLong)), UserError);
    expect_same_state(objective.state, before, 0);
  }
}

TEST(ObjectiveContract, EveryStateIsSavedAndRestoredByName) {
  for (const auto& info : objective_registry()) {
    SCOPED_TRACE(info.name);
    Random random(18);
    Objective straight = make_ready(info.name, {}, 40);
    Objective resumed = make_objective(info.name, {}, 40);
    const auto batches = some_batches(random, 40);
    for (std::size_t b = 0; b < batches.size(); ++b) {
      if (b == 2) resumed.state.restore(straight.state.clone().tensors());
      const Outcome expected = outcome_of(straight, batches[b]);
      if (b < 2) continue;
      batches[b].scores.mutable_grad().reset();
      const Outcome found = outcome_of(resumed, batches[b]);
      EXPECT_EQ(found.value, expected.value);
      EXPECT_EQ(found.gradient, expected.gradient);
    }
  }
}

TEST(ObjectiveContract, OnlyCrossEntropyTakesWeights) {
  const test::LeafBatch leaf = test::leaf_batch({{0.1, 0.2}, {0.3, 0.4}});
  const ScoredBatch weighted =
      make_scored_batch(leaf.scores, leaf.batch.labels, leaf.batch.slots, test::numbers({1, 2, 3, 4}));
  for (const auto& info : objective_registry()) {
    Objective objective = make_ready(info.name, {}, 4);
    if (info.name == "ce") {
      EXPECT_NO_THROW(objective(weighted));
    } else {
      EXPECT_THROW(objective(weighted), UserError) << info.name;
    }
  }
}

}  // namespace
}  // namespace pauc
