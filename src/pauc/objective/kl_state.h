#pragma once

#include <vector>

#include "pauc/objective/pair/pairs.h"

namespace pauc {

// A positive's moving average u_i of its batch means, in logarithms; shared by sopa-s and sota-s. The state `log_u` is
// lambda log u, so that another lambda finds it rescaled.
struct KlRows {
  std::vector<std::int64_t> slots;  // [P]
  KlMeans means;
  std::vector<double> log_u;  // [P] after the update
};

// Beyond 1e-9 .. 1e9 the value would drown in rounding.
void require_lambda(const char* name, double lambda);

void add_kl_state(State& state, std::int64_t examples, double lambda);
KlRows updated_kl_rows(const Pairs& pairs, double gamma0, State& state);

// What the update found, written back; apart from it, so that a batch that is refused in between leaves no trace.
void remember(const KlRows& rows, State& state);

}  // namespace pauc
