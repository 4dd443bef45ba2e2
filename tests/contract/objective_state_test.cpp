// What every objective does with its state, whatever it is.
#include <ATen/Functions.h>

#include <algorithm>
#include <cmath>

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
    const State before = objective.state;
    const auto refused = [&](const at::Tensor& slots) {
      EXPECT_THROW(objective(make_scored_batch(leaf.scores, leaf.batch.labels, slots)), UserError);
    };
    refused({});
    refused(at::tensor({4, 1, 2, 3}, at::kLong));
    refused(at::tensor({0, 1, 2, 4}, at::kLong));
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
      if (b == 2) resumed.state.restore(State(straight.state).tensors());
      const Outcome expected = outcome_of(straight, batches[b]);
      if (b < 2) continue;
      batches[b].scores.mutable_grad().reset();
      const Outcome found = outcome_of(resumed, batches[b]);
      EXPECT_EQ(found.value, expected.value);
      EXPECT_EQ(found.gradient, expected.gradient);
    }
  }
}

TEST(State, CopiesAreSnapshots) {
  Objective objective = make_ready("sopa-s", {}, 4);
  const test::LeafBatch leaf = test::leaf_batch({{0.1, 0.2}, {0.3, 0.4}});
  const Objective before = objective;
  objective(leaf.batch);
  EXPECT_EQ(before.state.tensors().at("visited").sum().item<int>(), 0);
  EXPECT_EQ(objective.state.tensors().at("visited").sum().item<int>(), 2);
  // A look at a batch that leaves no trace: a step on a copy.
  State copy = before.state;
  before.step(leaf.batch, copy);
  EXPECT_EQ(before.state.tensors().at("visited").sum().item<int>(), 0);
}

TEST(State, NamesWhatItHas) {
  Objective objective = make_ready("sota-s", {}, 4);
  try {
    objective.state.number("lamda");
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("no \"lamda\"; expected one of lambda"));
  }
  EXPECT_THROW(make_objective("sopa", {}, -1), UserError);
}

TEST(State, IsNotRestoredFromAnother) {
  Objective objective = make_ready("sopa", {}, 4);
  EXPECT_THROW(objective.state.restore(make_ready("sopa", {}, 5).state.tensors()), UserError);
  EXPECT_THROW(objective.state.restore(make_ready("sopa-s", {}, 4).state.tensors()), UserError);
}

TEST(ObjectiveContract, EveryObjectiveRefusesARateThatIsNone) {
  for (const auto& info : objective_registry()) {
    Objective objective = make_objective(info.name, {}, 4);
    for (const double rate : {0.0, -1.0, std::nan(""), HUGE_VAL}) EXPECT_THROW(objective.begin_stage(rate), UserError);
  }
}

TEST(ObjectiveContract, EveryObjectiveRefusesNanInABatchMadeByHand) {
  for (const auto& info : objective_registry()) {
    if (!needs_both_classes(info)) continue;
    for (const std::int64_t place : {0, 5, 6, 16}) {
      const test::ClassScores scores{std::vector<double>(6, 0.1), std::vector<double>(11, 0.2)};
      Objective objective = make_ready(info.name, {}, scores.size());
      ScoredBatch batch = test::batch_of(scores);
      batch.scores = batch.scores.detach().clone();
      batch.scores[place] = std::nan("");
      try {
        objective(batch);
        FAIL() << info.name;
      } catch (const UserError& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("expected finite numbers, got nan")) << info.name << ", " << place;
      }
    }
  }
}

TEST(ObjectiveContract, EveryRowNamesWhatItsMethodHas) {
  for (const auto& info : objective_registry()) {
    SCOPED_TRACE(info.name);
    Objective objective = make_ready(info.name, {}, 4);
    for (const MatchedOption& option : info.matched) {
      EXPECT_TRUE(has_option(info, option.name));
      EXPECT_TRUE(objective.state.has(option.name));
    }
    const Loss loss = objective(test::batch_of({{0.1, 0.2}, {0.3, 0.4}}));
    const auto is_fraction = [&](const Diagnostic& diagnostic) { return diagnostic.name == info.fraction_diagnostic; };
    EXPECT_EQ(std::count_if(loss.diagnostics.begin(), loss.diagnostics.end(), is_fraction),
              info.fraction_diagnostic.empty() ? 0 : 1);
    const auto sized = [](const auto& entry) { return entry.second.dim() > 0; };
    const auto& tensors = objective.state.tensors();
    EXPECT_EQ(std::any_of(tensors.begin(), tensors.end(), sized), info.remembers != Remembered::nothing);
  }
  const auto& registry = objective_registry();
  EXPECT_EQ(std::count_if(registry.begin(), registry.end(), [](const auto& info) { return info.pretrains; }), 1);
}

TEST(ObjectiveContract, WeightsAreRefusedUnlessTheRowTakesThem) {
  const test::LeafBatch leaf = test::leaf_batch({{0.1, 0.2}, {0.3, 0.4}});
  const ScoredBatch weighted =
      make_scored_batch(leaf.scores, leaf.batch.labels, leaf.batch.slots, test::numbers({1, 2, 3, 4}));
  for (const auto& info : objective_registry()) {
    Objective objective = make_ready(info.name, {}, 4);
    if (info.takes_weights) {
      EXPECT_NO_THROW(objective(weighted));
    } else {
      EXPECT_THROW(objective(weighted), UserError) << info.name;
    }
  }
}

}  // namespace
}  // namespace pauc
