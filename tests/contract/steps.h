#pragma once

#include <string>
#include <vector>

#include "pauc/objective/make_objective.h"
#include "support/batches.h"

namespace pauc::test {

// An objective that has been told its learning rate.
Objective make_ready(const std::string& name, const Settings& settings, std::int64_t examples,
                     Route route = Route::automatic);

struct Outcome {
  double value = 0;
  std::vector<double> gradient;
};

// One step, and backward through it.
Outcome outcome_of(Objective& objective, const LeafBatch& leaf);
Outcome outcome_of(Objective& objective, const ClassScores& scores, at::ScalarType type = at::kDouble);

// Within `relative` of the largest.
void expect_close(const std::vector<double>& found, const std::vector<double>& expected, double relative);
void expect_close(const Outcome& found, const Outcome& expected, double relative);
void expect_same_state(const State& found, const State& expected, double relative);

// Some batches of one problem, each of some of its examples with fresh scores.
std::vector<LeafBatch> some_batches(Random& random, std::int64_t examples, double shift = 0,
                                    at::ScalarType type = at::kDouble);

}  // namespace pauc::test
