#include "pauc/objective/method/sopa.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/objective/pair/score_scale.h"
#include "pauc/objective/shared_cuts.h"
#include "pauc/objective/slots.h"
#include "pauc/objective/thresholds.h"

namespace pauc {

namespace {

// SOPA with a threshold per positive.
struct OwnThresholds {
  SopaOptions options;

  double width() const { return options.fpr_max - options.fpr_min; }
  bool has_range() const { return options.fpr_min > 0; }
  void add_to(State& state, std::int64_t positives) const;
  Loss step(const Pairs& pairs, State& state) const;
};

void OwnThresholds::add_to(State& state, std::int64_t positives) const {
  state.add_slots("threshold", positives);
  if (has_range()) state.add_slots("inner_threshold", positives);
  state.add_flags("visited", positives);
}

// The thresholds before their update: those remembered, or where they start.
std::vector<double> current(const Pairs& pairs, const std::vector<std::int64_t>& slots, const double* remembered,
                            const std::uint8_t* visited, double share, ThresholdInit init) {
  std::vector<double> thresholds(slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    thresholds[i] = visited[slots[i]] != 0 ? remembered[slots[i]] : starting_threshold(pairs, i, share, init);
  }
  return thresholds;
}

// Step 5 for one of the thresholds: s_i <- s_i - eta (1 - sum_j p_ij / (share B-)). A step that is relative to the loss
// does not pass the best threshold of the batch.
std::vector<double> updated(const SopaOptions& options, const Pairs& pairs, double share,
                            std::vector<double> thresholds, const WeightedPairs& sums,
                            const std::vector<double>& selected) {
  const double wanted = share * static_cast<double>(pairs.negatives());
  const bool is_constant = options.threshold_step > 0;
  const double rate = is_constant ? options.threshold_step : options.threshold_lr * share * sums.mean_loss;
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    const double next = thresholds[i] - rate * (1 - selected[i] / wanted);
    thresholds[i] = is_constant ? next : step_within_batch(pairs, i, share, thresholds[i], next);
  }
  return thresholds;
}

void remember(const std::vector<std::int64_t>& slots, std::vector<double> thresholds, double* remembered) {
  average_repeated_slots(slots, thresholds);
  for (std::size_t i = 0; i < slots.size(); ++i) remembered[slots[i]] = thresholds[i];
}

Loss OwnThresholds::step(const Pairs& pairs, State& state) const {
  const auto slots = pairs.positive_slots(state.slots("threshold"));
  const auto negatives = static_cast<double>(pairs.negatives());
  const double all = static_cast<double>(pairs.positives()) * negatives;
  std::uint8_t* visited = state.flags("visited");
  const auto start = [&](const char* name, double share) {
    return current(pairs, slots, state.doubles(name), visited, share, options.threshold_init);
  };
  PairWeights weights;
  weights.thresholds = start("threshold", options.fpr_max);
  weights.wanted = options.fpr_max * negatives;
  if (has_range()) weights.inner_thresholds = start("inner_threshold", options.fpr_min);
  weights.inner_wanted = options.fpr_min * negatives;
  const WeightedPairs sums = pairs.weighted(weights);  // steps 4 and 6

  double chosen = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    chosen += std::max(0.0, sums.selected[i] - (has_range() ? sums.inner_selected[i] : 0.0));
  }
  // Thresholds may lag behind the scores, so the value is taken at the best ones for this batch.
  Loss loss = pairs.loss(sums, 1 / (width() * all), pairs.mean_loss_in(options.fpr_min, options.fpr_max));
  loss.diagnostics = {{"realised_fraction", chosen / all}, {"negatives_in_region", width() * negatives}};

  const auto step_of = [&](double share, const std::vector<double>& thresholds, const std::vector<double>& selected) {
    return updated(options, pairs, share, thresholds, sums, selected);
  };
  remember(slots, step_of(options.fpr_max, weights.thresholds, sums.selected), state.doubles("threshold"));
  if (has_range()) {
    remember(slots, step_of(options.fpr_min, weights.inner_thresholds, sums.inner_selected),
             state.doubles("inner_threshold"));
  }
  for (const std::int64_t slot : slots) visited[slot] = 1;
  return loss;
}

template <class Way>
Objective made(const Way& way, const SopaOptions& options, State state, Route route) {
  const kernel::Surrogate surrogate = monotone_surrogate_of(options);
  const Link link = completed(options).link;
  Objective objective;
  objective.state = std::move(state);
  objective.step = [=](const ScoredBatch& batch, State& now) {
    return way.step(Pairs(batch, link, scaled(surrogate, batch.scores, now), route), now);
  };
  return with_score_scale(std::move(objective), surrogate);
}

}  // namespace

Objective make_objective(const SopaOptions& options, SlotCounts examples, Route route) {
  require_usage(0 <= options.fpr_min && options.fpr_min < options.fpr_max && options.fpr_max <= 1,
                "fpr_max: expected 0 <= fpr_min < fpr_max <= 1, got ", options.fpr_min, " and ", options.fpr_max);
  require_above_zero("threshold_lr", options.threshold_lr);
  require_usage(options.threshold_step >= 0 && std::isfinite(options.threshold_step),
                "threshold_step: expected a number from 0 on, got ", options.threshold_step);
  State state;
  if (options.thresholds == Thresholds::shared) {
    const SharedCuts cuts{options.fpr_min, options.fpr_max, 0, examples.all};
    cuts.add_to(state);
    return made(cuts, options, std::move(state), route);
  }
  const OwnThresholds own{options};
  own.add_to(state, examples.positives);
  return made(own, options, std::move(state), route);
}

}  // namespace pauc
