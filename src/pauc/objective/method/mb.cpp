#include "pauc/objective/method/mb.h"

#include <utility>

#include "pauc/core/error.h"
#include "pauc/kernel/rank_shares.h"
#include "pauc/objective/pair/pairs.h"
#include "pauc/objective/pair/score_scale.h"

namespace pauc {

namespace {

Loss step(const MbOptions& options, const Pairs& pairs) {
  const double rows = (options.tpr_min > 0 ? options.bottom_positives : 1) * static_cast<double>(pairs.positives());
  const double columns = options.top_negatives * static_cast<double>(pairs.negatives());
  PairWeights weights;
  weights.rows = kernel::shares_of_bottom(pairs.positive_scores(), rows);
  weights.top = pairs.top_negatives(0, options.top_negatives);
  const WeightedPairs sums = pairs.weighted(weights);
  double value = 0;
  for (std::size_t i = 0; i < weights.rows.size(); ++i) value += weights.rows[i] * sums.row_values[i];
  return pairs.loss(sums, 1 / (rows * columns), value / (rows * columns));
}

}  // namespace

Objective make_objective(const MbOptions& options, SlotCounts /*examples*/, Route route) {
  require_share("top_negatives", options.top_negatives);
  require_share("bottom_positives", options.bottom_positives);
  require_tpr_min(options.tpr_min);
  const kernel::Surrogate surrogate = monotone_surrogate_of(options);
  const Link link = completed(options).link;
  Objective objective;
  objective.step = [=](const ScoredBatch& batch, State& state) {
    return step(options, Pairs(batch, link, scaled(surrogate, batch.scores, state), route));
  };
  return with_score_scale(std::move(objective), surrogate);
}

}  // namespace pauc
