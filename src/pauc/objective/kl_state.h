#pragma once

#include <vector>

#include "pauc/objective/pair/pairs.h"

namespace pauc {

// Moving average u_i of each positive's batch means, in logarithms; shared by sopa-s and sota-s. The state `log_u`
// holds lambda log u. Means of another lambda say little about those of a new one, so a change of lambda makes every
// next visit a first one.
struct KlRows {
  std::vector<std::int64_t> slots;  // [P]
  KlMeans means;
  std::vector<double> log_u;  // [P] after the update
};

// Refuses lambda outside 1e-9 .. 1e9, where rounding would swamp the value.
void require_lambda(const char* name, double lambda);

void add_kl_state(State& state, std::int64_t examples, double lambda);

// Whether the averages in the state belong to its present lambda.
bool keeps_averages(const State& state);

KlRows updated_kl_rows(const Pairs& pairs, double gamma0, State& state);

// Writes the update to the state. A separate step, so that a batch that is refused in between leaves no trace.
void remember(const KlRows& rows, State& state);

}  // namespace pauc
