#include "pauc/objective/method/auc_sh.h"

#include "pauc/objective/pair/pairs.h"

namespace pauc {

Objective make_objective(const AucShOptions& options, std::int64_t /*examples*/, Route route) {
  const kernel::Surrogate surrogate = surrogate_of(options);
  Objective objective;
  objective.step = [=](const ScoredBatch& batch, State&) {
    const Pairs pairs(batch, options.link, surrogate, route);
    const WeightedPairs sums = pairs.weighted({});
    const double all = static_cast<double>(pairs.positives()) * static_cast<double>(pairs.negatives());
    return pairs.loss(sums, 1 / all, sums.mean_loss);
  };
  return objective;
}

}  // namespace pauc
