#include "pauc/objective/method/sopa_s.h"

#include <utility>

#include "pauc/objective/kl_state.h"
#include "pauc/objective/pair/score_scale.h"

namespace pauc {

namespace {

Loss step(const SopaSOptions& options, const Pairs& pairs, State& state) {
  const KlRows rows = updated_kl_rows(pairs, options.gamma0, state);  // step 4
  const auto positives = static_cast<double>(pairs.positives());
  std::vector<double> log_ratios(rows.log_u.size());
  double mean_log = 0;
  for (std::size_t i = 0; i < log_ratios.size(); ++i) {
    log_ratios[i] = rows.means.log_means[i] - rows.log_u[i];  // step 5: p_ij = exp(L_ij / lambda) / u_i
    mean_log += rows.log_u[i] / positives;
  }
  Loss loss = pairs.loss(rows.means, log_ratios, 1 / positives, state.number("lambda") * mean_log);  // step 6
  loss.diagnostics = {{"lambda", state.number("lambda")}};
  remember(rows, state);
  return loss;
}

}  // namespace

Objective make_objective(const SopaSOptions& options, SlotCounts examples, Route route) {
  require_lambda("lambda", options.lambda);
  require_share("gamma0", options.gamma0);
  const kernel::Surrogate surrogate = surrogate_of(options);
  const Link link = completed(options).link;
  Objective objective;
  add_kl_state(objective.state, examples.positives, options.lambda);
  objective.step = [=](const ScoredBatch& batch, State& state) {
    return step(options, Pairs(batch, link, scaled(surrogate, batch.scores, state), route), state);
  };
  return with_score_scale(std::move(objective), surrogate);
}

}  // namespace pauc
