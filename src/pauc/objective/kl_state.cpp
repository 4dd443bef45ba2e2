#include "pauc/objective/kl_state.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/objective/slots.h"

namespace pauc {

void require_lambda(const char* name, double lambda) {
  require_usage(1e-9 <= lambda && lambda <= 1e9, name, ": expected a number from 1e-9 to 1e9, got ", lambda);
}

void add_kl_state(State& state, std::int64_t examples, double lambda) {
  state.add_slots("log_u", examples);
  state.add_flags("visited", examples);
  state.add_number("lambda", lambda);
  state.add_number("averaged_lambda", lambda);
}

bool keeps_averages(const State& state) { return state.number("lambda") == state.number("averaged_lambda"); }

KlRows updated_kl_rows(const Pairs& pairs, double gamma0, State& state) {
  const double lambda = state.number("lambda");
  const double* remembered = state.doubles("log_u");
  const std::uint8_t* visited = state.flags("visited");
  const bool keeps = keeps_averages(state);
  const LogMovingAverage moved(gamma0);
  KlRows rows;
  rows.slots = pairs.positive_slots(state.slots("log_u"));
  rows.means = pairs.kl_means(lambda);
  rows.log_u = rows.means.log_means;
  for (std::size_t i = 0; i < rows.slots.size(); ++i) {
    const std::int64_t slot = rows.slots[i];
    if (keeps && visited[slot] != 0) rows.log_u[i] = moved(remembered[slot] / lambda, rows.log_u[i]);
  }
  average_logs_of_repeated_slots(rows.slots, rows.log_u);
  return rows;
}

void remember(const KlRows& rows, State& state) {
  const double lambda = state.number("lambda");
  double* remembered = state.doubles("log_u");
  std::uint8_t* visited = state.flags("visited");
  if (!keeps_averages(state)) std::fill(visited, visited + state.slots("visited"), std::uint8_t{0});
  state.set_number("averaged_lambda", lambda);
  for (std::size_t i = 0; i < rows.slots.size(); ++i) {
    remembered[rows.slots[i]] = lambda * rows.log_u[i];
    visited[rows.slots[i]] = 1;
  }
}

}  // namespace pauc
