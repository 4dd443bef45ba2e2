#include "pauc/objective/method/sota.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/kernel/rank_shares.h"
#include "pauc/objective/pair/score_scale.h"
#include "pauc/objective/proximal_step.h"
#include "pauc/objective/shared_cuts.h"
#include "pauc/objective/slots.h"
#include "pauc/objective/thresholds.h"

namespace pauc {

namespace {

// What belongs to each positive: s_i, the start of its stage, the sums of its iterates in this stage and the step up to
// which they are made; u_i and its sum.
struct Slots {
  explicit Slots(State& state)
      : threshold(state.doubles("threshold")),
        start(state.doubles("threshold_start")),
        sum(state.doubles("threshold_sum")),
        weight(state.doubles("weight")),
        weight_sum(state.doubles("weight_sum")),
        made(state.doubles("steps_made")),
        visited(state.flags("visited")),
        count(state.slots("threshold")) {}

  // Makes up for the steps in which this slot was not sampled.
  void catch_up(std::int64_t slot, double steps, const ProximalStep& proximal) const {
    const double missed = steps - made[slot];
    if (missed <= 0) return;
    sum[slot] += proximal.sum_of_idle(threshold[slot], start[slot], missed);
    threshold[slot] = proximal.idle(threshold[slot], start[slot], missed);
    weight_sum[slot] += weight[slot] * missed;
    made[slot] = steps;
  }

  double* threshold;
  double* start;
  double* sum;
  double* weight;
  double* weight_sum;
  double* made;
  std::uint8_t* visited;
  std::int64_t count;
};

// The variables of a batch's positives as they stand at this step.
struct Rows {
  std::vector<std::int64_t> slots;
  std::vector<double> thresholds;  // s
  std::vector<double> starts;      // s where the stage began
  std::vector<double> weights;     // u
};

struct SotaBatch;

struct Sota {
  double fpr_max;
  double kept_positives;  // 1 - alpha
  double gamma;
  ThresholdInit init;
  Link link;
  kernel::Surrogate surrogate;
  Route route;

  Rows current_rows(const Pairs& pairs, const Slots& all, double steps, const ProximalStep& proximal) const;
  SotaBatch measured(const Pairs& pairs, Rows rows, const State& state) const;
  Loss step(const ScoredBatch& scored, State& state) const;
  void begin_stage(double learning_rate, State& state) const;
};

Rows Sota::current_rows(const Pairs& pairs, const Slots& all, double steps, const ProximalStep& proximal) const {
  Rows rows;
  rows.slots = pairs.positive_slots(all.count);
  for (std::size_t i = 0; i < rows.slots.size(); ++i) {
    const std::int64_t slot = rows.slots[i];
    const bool known = all.visited[slot] != 0;
    rows.starts.push_back(known ? all.start[slot] : starting_threshold(pairs, i, fpr_max, init));
    rows.thresholds.push_back(known ? proximal.idle(all.threshold[slot], all.start[slot], steps - all.made[slot])
                                    : rows.starts[i]);
    rows.weights.push_back(all.weight[slot]);
  }
  return rows;
}

double starting_pi(const std::vector<double>& costs, double share, ThresholdInit init) {
  return init == ThresholdInit::zero ? 0 : level_of_costs(costs, share);
}

// Writes the next iterates and adds them to the sums of the stage.
void write_back(const Slots& all, const Rows& now, const Rows& next, double steps, const ProximalStep& proximal) {
  for (std::size_t i = 0; i < now.slots.size(); ++i) {
    const std::int64_t slot = now.slots[i];
    if (all.made[slot] > steps) continue;  // the same slot again
    if (all.visited[slot] == 0) all.threshold[slot] = all.start[slot] = now.starts[i];
    all.visited[slot] = 1;
    all.catch_up(slot, steps, proximal);
    all.threshold[slot] = next.thresholds[i];
    all.weight[slot] = next.weights[i];
    all.sum[slot] += next.thresholds[i];
    all.weight_sum[slot] += next.weights[i];
    all.made[slot] = steps + 1;
  }
}

// One batch as the step sees it: pairs, the variables of its positives and what they cost.
struct SotaBatch {
  Rows rows;
  double in_region = 0;  // beta B-: negatives
  double kept = 0;       // (1 - alpha) B+: positives
  WeightedPairs sums;
  std::vector<double> costs;
  double pi = 0;
};

SotaBatch Sota::measured(const Pairs& pairs, Rows rows, const State& state) const {
  SotaBatch batch;
  batch.in_region = fpr_max * static_cast<double>(pairs.negatives());
  batch.kept = kept_positives * static_cast<double>(pairs.positives());
  PairWeights choice;
  choice.thresholds = rows.thresholds;
  choice.rows = rows.weights;
  batch.sums = pairs.weighted(choice);
  batch.costs = costs_at_thresholds(rows.thresholds, batch.sums, batch.in_region);
  batch.pi = state.number("started") == 0 ? starting_pi(batch.costs, kept_positives, init) : state.number("pi");
  batch.rows = std::move(rows);
  return batch;
}

// The next s and u of the batch's positives: a proximal step down, a projected step up.
Rows next_rows(const SotaBatch& batch, double rate, const ProximalStep& proximal) {
  Rows next = batch.rows;
  for (std::size_t i = 0; i < batch.costs.size(); ++i) {
    const double weight = batch.rows.weights[i];
    const double slope = weight * (1 - batch.sums.selected[i] / batch.in_region) / batch.kept;
    next.thresholds[i] = proximal(batch.rows.thresholds[i], batch.rows.starts[i], slope);
    next.weights[i] = std::clamp(weight + rate * (batch.costs[i] - batch.pi) / batch.kept, 0.0, 1.0);
  }
  average_repeated_slots(next.slots, next.thresholds);
  average_repeated_slots(next.slots, next.weights);
  return next;
}

Loss loss_of(const SotaBatch& batch, const Pairs& pairs) {
  double saddle = batch.pi;
  double chosen = 0;
  for (std::size_t i = 0; i < batch.costs.size(); ++i) {
    saddle += batch.rows.weights[i] * (batch.costs[i] - batch.pi) / batch.kept;
    chosen += batch.sums.selected[i] / static_cast<double>(pairs.positives() * pairs.negatives());
  }
  // The objective's estimate from this batch, at the best pi and u: the mean of its largest costs.
  Loss loss =
      pairs.loss(batch.sums, 1 / (batch.kept * batch.in_region), kernel::mean_of_largest(batch.costs, batch.kept));
  loss.diagnostics = {{"realised_fraction", chosen},
                      {"negatives_in_region", batch.in_region},
                      {"pi", batch.pi},
                      {"saddle_value", saddle}};
  return loss;
}

void step_pi(const SotaBatch& batch, const ProximalStep& proximal, State& state) {
  double weight = 0;
  for (const double one : batch.rows.weights) weight += one / batch.kept;
  if (state.number("started") == 0) state.set_number("pi_start", batch.pi);
  const double next = proximal(batch.pi, state.number("pi_start"), 1 - weight);
  state.set_number("pi", next);
  state.set_number("pi_sum", state.number("pi_sum") + next);
  state.set_number("started", 1);
}

Loss Sota::step(const ScoredBatch& scored, State& state) const {
  const double rate = state.number("learning_rate");
  require_usage(rate > 0, "sota: expected begin_stage(learning_rate) before the first step");
  const Pairs pairs(scored, link, scaled(surrogate, scored.scores, state), route);
  const Slots all(state);
  const ProximalStep proximal(gamma, rate);
  const double steps = state.number("steps");
  const SotaBatch batch = measured(pairs, current_rows(pairs, all, steps, proximal), state);
  Loss loss = loss_of(batch, pairs);  // refuses what overflows, before anything is moved
  write_back(all, batch.rows, next_rows(batch, rate, proximal), steps, proximal);
  step_pi(batch, proximal, state);
  state.set_number("steps", steps + 1);
  return loss;
}

// The stage that ends leaves the averages of its iterates; the next one starts from them.
void Sota::begin_stage(double learning_rate, State& state) const {
  const double steps = state.number("steps");
  if (steps > 0) {
    const Slots all(state);
    const ProximalStep proximal(gamma, state.number("learning_rate"));
    for (std::int64_t slot = 0; slot < all.count; ++slot) {
      if (all.visited[slot] == 0) continue;
      all.catch_up(slot, steps, proximal);
      all.threshold[slot] = all.start[slot] = all.sum[slot] / steps;
      all.weight[slot] = all.weight_sum[slot] / steps;
      all.sum[slot] = all.weight_sum[slot] = all.made[slot] = 0;
    }
    state.set_number("pi", state.number("pi_sum") / steps);
    state.set_number("pi_start", state.number("pi"));
    state.set_number("pi_sum", 0);
    state.set_number("steps", 0);
  }
  state.set_number("learning_rate", learning_rate);
}

Objective with_shared_cuts(const SotaOptions& options, SlotCounts examples, Route route) {
  const SharedCuts cuts{0, options.fpr_max, options.tpr_min, examples.all};
  const kernel::Surrogate surrogate = monotone_surrogate_of(options);
  const Link link = completed(options).link;
  Objective objective;
  cuts.add_to(objective.state);
  objective.step = [=](const ScoredBatch& batch, State& state) {
    return cuts.step(Pairs(batch, link, scaled(surrogate, batch.scores, state), route), state);
  };
  return with_score_scale(std::move(objective), surrogate);
}

Objective with_own_thresholds(const SotaOptions& options, SlotCounts examples, Route route) {
  const Sota sota{options.fpr_max,
                  1 - options.tpr_min,
                  options.gamma,
                  options.threshold_init,
                  completed(options).link,
                  monotone_surrogate_of(options),
                  route};
  Objective objective;
  for (const char* name : {"threshold", "threshold_start", "threshold_sum", "weight_sum", "steps_made"}) {
    objective.state.add_slots(name, examples.positives);
  }
  objective.state.add_slots("weight", examples.positives, 1);
  objective.state.add_flags("visited", examples.positives);
  for (const char* name : {"pi", "pi_start", "pi_sum", "started", "steps", "learning_rate"}) {
    objective.state.add_number(name, 0);
  }
  objective.step = [sota](const ScoredBatch& batch, State& state) { return sota.step(batch, state); };
  objective.on_stage = [sota](double learning_rate, State& state) { sota.begin_stage(learning_rate, state); };
  return with_score_scale(std::move(objective), sota.surrogate);
}

}  // namespace

Objective make_objective(const SotaOptions& options, SlotCounts examples, Route route) {
  require_share("fpr_max", options.fpr_max);
  require_tpr_min(options.tpr_min);
  require_above_zero("gamma", options.gamma);
  return options.thresholds == Thresholds::shared ? with_shared_cuts(options, examples, route)
                                                  : with_own_thresholds(options, examples, route);
}

}  // namespace pauc
