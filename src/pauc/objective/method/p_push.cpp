#include "pauc/objective/method/p_push.h"

#include <cmath>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/objective/pair/pairs.h"
#include "pauc/objective/pair/score_scale.h"
#include "pauc/objective/slots.h"

namespace pauc {

namespace {

constexpr double kLargestRawScore = 100;  // the sixth power of larger losses leaves the range of a float

// u^exponent. Whole exponents are the usual ones; multiplying costs a tenth of std::pow.
double power_of(double u, double exponent) {
  double product = 1;
  for (; exponent >= 1; exponent -= 1) product *= u;
  return exponent == 0 ? product : product * std::pow(u, exponent);
}

Loss step(const PPushOptions& options, const Pairs& pairs, State& state) {
  const bool bounded = completed(options).link == Link::sigmoid || pairs.surrogate().bounded();
  require(bounded || pairs.largest_raw_score() <= kLargestRawScore, "scores: p-push takes raw scores of at most ",
          kLargestRawScore, " in absolute value, got ", pairs.largest_raw_score());
  const auto slots = pairs.negative_slots(state.slots("u"));
  const auto positives = static_cast<double>(pairs.positives());
  const auto negatives = static_cast<double>(pairs.negatives());
  double* remembered = state.doubles("u");
  std::uint8_t* visited = state.flags("visited");

  PairWeights all;
  all.column_values = true;
  std::vector<double> u = pairs.weighted(all).column_values;
  for (std::size_t j = 0; j < u.size(); ++j) {
    u[j] /= positives;
    if (visited[slots[j]] != 0) u[j] = (1 - options.gamma0) * remembered[slots[j]] + options.gamma0 * u[j];
  }
  average_repeated_slots(slots, u);
  PairWeights weights;
  weights.columns.resize(u.size());
  double value = 0;
  for (std::size_t j = 0; j < u.size(); ++j) {
    const double power = power_of(u[j], options.power - 1);
    weights.columns[j] = options.power * power;
    value += u[j] * power / negatives;
  }
  Loss loss = pairs.loss(pairs.weighted(weights), 1 / (positives * negatives), value);
  for (std::size_t j = 0; j < u.size(); ++j) {
    remembered[slots[j]] = u[j];
    visited[slots[j]] = 1;
  }
  return loss;
}

}  // namespace

Objective make_objective(const PPushOptions& options, SlotCounts examples, Route route) {
  require_usage(options.power >= 1 && options.power <= 16, "power: expected a number from 1 to 16, got ",
                options.power);
  require_share("gamma0", options.gamma0);
  const kernel::Surrogate surrogate = surrogate_of(options);
  const Link link = completed(options).link;
  Objective objective;
  objective.state.add_slots("u", examples.all);
  objective.state.add_flags("visited", examples.all);
  objective.step = [=](const ScoredBatch& batch, State& state) {
    return step(options, Pairs(batch, link, scaled(surrogate, batch.scores, state), route), state);
  };
  return with_score_scale(std::move(objective), surrogate);
}

}  // namespace pauc
