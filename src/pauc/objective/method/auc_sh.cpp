#include "pauc/objective/method/auc_sh.h"

#include <utility>

#include "pauc/objective/pair/pairs.h"
#include "pauc/objective/pair/score_scale.h"

namespace pauc {

Objective make_objective(const AucShOptions& options, SlotCounts /*examples*/, Route route) {
  const kernel::Surrogate surrogate = surrogate_of(options);
  const Link link = completed(options).link;
  Objective objective;
  objective.step = [=](const ScoredBatch& batch, State& state) {
    const Pairs pairs(batch, link, scaled(surrogate, batch.scores, state), route);
    const WeightedPairs sums = pairs.weighted({});
    const double all = static_cast<double>(pairs.positives()) * static_cast<double>(pairs.negatives());
    return pairs.loss(sums, 1 / all, sums.mean_loss);
  };
  return with_score_scale(std::move(objective), surrogate);
}

}  // namespace pauc
