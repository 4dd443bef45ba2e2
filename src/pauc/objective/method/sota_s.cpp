#include "pauc/objective/method/sota_s.h"

#include <utility>

#include "pauc/kernel/log_mean_exp.h"
#include "pauc/objective/kl_state.h"
#include "pauc/objective/pair/score_scale.h"
#include "pauc/objective/slots.h"

namespace pauc {

namespace {

Loss step(const SotaSOptions& options, const Pairs& pairs, State& state) {
  const double lambda = state.number("lambda");
  const double lambda2 = state.number("lambda2");
  const KlRows rows = updated_kl_rows(pairs, options.gamma0, state);  // step 4
  std::vector<double> log_powers = rows.log_u;                        // log u_i^(lambda / lambda2)
  for (double& power : log_powers) power *= lambda / lambda2;
  double log_v = kernel::log_mean_exp(log_powers);  // step 5
  // A change of lambda2 alone leaves u valid, but not v.
  if (state.number("v_visited") != 0 && keeps_averages(state) && state.number("averaged_lambda2") == lambda2) {
    log_v = LogMovingAverage(options.gamma1)(state.number("log_v") / lambda2, log_v);
  }
  std::vector<double> log_ratios(log_powers.size());
  for (std::size_t i = 0; i < log_ratios.size(); ++i) {  // step 6: p_ij = u_i^(lambda/lambda2 - 1) exp(L_ij/lambda) / v
    log_ratios[i] = (rows.means.log_means[i] - rows.log_u[i]) + (log_powers[i] - log_v);
  }
  Loss loss = pairs.loss(rows.means, log_ratios, 1 / static_cast<double>(pairs.positives()), lambda2 * log_v);
  loss.diagnostics = {{"lambda", lambda}, {"lambda2", lambda2}};
  remember(rows, state);
  state.set_number("log_v", lambda2 * log_v);
  state.set_number("v_visited", 1);
  state.set_number("averaged_lambda2", lambda2);
  return loss;
}

}  // namespace

Objective make_objective(const SotaSOptions& options, SlotCounts examples, Route route) {
  require_lambda("lambda", options.lambda);
  require_lambda("lambda2", options.lambda2);
  require_share("gamma0", options.gamma0);
  require_share("gamma1", options.gamma1);
  const kernel::Surrogate surrogate = surrogate_of(options);
  const Link link = completed(options).link;
  Objective objective;
  add_kl_state(objective.state, examples.positives, options.lambda);
  objective.state.add_number("lambda2", options.lambda2);
  objective.state.add_number("log_v", 0);
  objective.state.add_number("v_visited", 0);
  objective.state.add_number("averaged_lambda2", options.lambda2);
  objective.step = [=](const ScoredBatch& batch, State& state) {
    return step(options, Pairs(batch, link, scaled(surrogate, batch.scores, state), route), state);
  };
  return with_score_scale(std::move(objective), surrogate);
}

}  // namespace pauc
