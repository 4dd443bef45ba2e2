#include "pauc/objective/method/hard.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "pauc/batch/cpu_data.h"
#include "pauc/batch/flat_numbers.h"
#include "pauc/core/error.h"
#include "pauc/kernel/rank_shares.h"
#include "pauc/objective/method/ce.h"
#include "pauc/objective/objective.h"

namespace pauc {

namespace {

// The weight of each example of the batch.
at::Tensor weights_of(const ScoredBatch& batch, const HardOptions& options) {
  const FlatNumbers<double> scores(batch.scores);
  const FlatNumbers<std::int64_t> labels(batch.labels);
  std::vector<double> negatives;
  for (std::int64_t k = 0; k < labels.span().size(); ++k) {
    if (labels[k] == 0) negatives.push_back(scores[k]);
  }
  const double share = std::min(1.0, options.hard_share * options.fpr_max);
  const auto shares = kernel::shares_of_top(negatives, share * static_cast<double>(negatives.size()));
  at::Tensor weights = at::ones({batch.scores.numel()}, at::kDouble);
  auto next = shares.begin();
  for (std::int64_t k = 0; k < labels.span().size(); ++k) {
    if (labels[k] == 0) cpu_data<double>(weights)[k] += (options.hard_weight - 1) * *next++;
  }
  return weights;
}

}  // namespace

Objective make_objective(const HardOptions& options, SlotCounts examples, Route route) {
  require_share("fpr_max", options.fpr_max);
  require_above_zero("hard_share", options.hard_share);
  require_usage(options.hard_weight > 1 && std::isfinite(options.hard_weight),
                "hard_weight: expected a number above 1, got ", options.hard_weight);
  Objective objective;
  objective.step = [options, ce = make_objective(CeOptions(), examples, route)](const ScoredBatch& batch,
                                                                                State& state) {
    require(!batch.weights.defined(), "weights: expected none: this objective has no weights of examples");
    ScoredBatch weighted = batch;
    weighted.weights = weights_of(batch, options);
    return ce.step(weighted, state);
  };
  return objective;
}

}  // namespace pauc
