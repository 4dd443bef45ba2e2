#include "pauc/objective/method/top_push.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/objective/pair/pairs.h"
#include "pauc/objective/pair/score_scale.h"
#include "pauc/objective/recent_scores.h"

namespace pauc {

namespace {

constexpr const char* kNegatives = "recent_negative";

Loss step(const Pairs& pairs, std::int64_t examples, State& state) {
  RecentScores recent(state, kNegatives, pairs.negative_slots(examples), pairs.negative_scores());
  PairWeights weights;
  weights.columns = recent.shares_of_top(1);
  const WeightedPairs sums = pairs.weighted(weights);
  const auto positives = static_cast<double>(pairs.positives());
  const double scale = static_cast<double>(recent.count()) / (positives * static_cast<double>(pairs.negatives()));
  double value = 0;
  for (const double row : sums.row_values) value += scale * row;
  Loss loss = pairs.loss(sums, scale, value);
  recent.remember();
  return loss;
}

}  // namespace

Objective make_objective(const TopPushOptions& options, SlotCounts examples, Route route) {
  require_usage(options.recent >= 1, "recent: expected at least 1, got ", options.recent);
  const kernel::Surrogate surrogate = monotone_surrogate_of(options);
  const Link link = completed(options).link;
  Objective objective;
  RecentScores::add_to(objective.state, kNegatives, std::min(options.recent, examples.all));
  objective.step = [=](const ScoredBatch& batch, State& state) {
    return step(Pairs(batch, link, scaled(surrogate, batch.scores, state), route), examples.all, state);
  };
  return with_score_scale(std::move(objective), surrogate);
}

}  // namespace pauc
