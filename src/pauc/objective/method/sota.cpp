#include "pauc/objective/method/sota.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"
#include "pauc/kernel/rank_shares.h"
#include "pauc/objective/proximal_step.h"
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

struct Sota {
  double fpr_max;
  double kept_positives;  // 1 - alpha
  double gamma;
  ThresholdInit init;
  Link link;
  kernel::Surrogate surrogate;
  Route route;

  Rows current_rows(const Pairs& pairs, const Slots& all, double steps, const ProximalStep& proximal) const;
  Loss step(const ScoredBatch& batch, State& state) const;
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

// s_i + 1/(beta B-) sum_j (L_ij - s_i)_+ : what one positive costs.
std::vector<double> costs_of(const Rows& rows, const WeightedPairs& sums, double negatives_in_region) {
  std::vector<double> costs(rows.slots.size());
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const double above = sums.row_values[i] - sums.selected[i] * rows.thresholds[i];
    costs[i] = rows.thresholds[i] + above / negatives_in_region;
  }
  return costs;
}

double starting_pi(std::vector<double> costs, double share, ThresholdInit init) {
  if (init == ThresholdInit::zero) return 0;
  std::sort(costs.begin(), costs.end(), std::greater<>());
  const auto count = static_cast<std::int64_t>(costs.size());
  // Where all positives count, pi is any lower bound of their costs: 0.
  return std::max(0.0, midpoint_at_share(share, count, [&](std::int64_t k) { return costs[k - 1]; }));
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

Loss Sota::step(const ScoredBatch& batch, State& state) const {
  const double rate = state.number("learning_rate");
  require_usage(rate > 0, "sota: expected begin_stage(learning_rate) before the first step");
  const Pairs pairs(batch, link, surrogate, route);
  const Slots all(state);
  const ProximalStep proximal(gamma, rate);
  const double steps = state.number("steps");
  const Rows now = current_rows(pairs, all, steps, proximal);
  const double in_region = fpr_max * static_cast<double>(pairs.negatives());
  const double kept = kept_positives * static_cast<double>(pairs.positives());

  PairWeights choice;
  choice.thresholds = now.thresholds;
  choice.rows = now.weights;
  const WeightedPairs sums = pairs.weighted(choice);
  const auto costs = costs_of(now, sums, in_region);
  const bool first = state.number("started") == 0;
  const double pi = first ? starting_pi(costs, kept_positives, init) : state.number("pi");

  double saddle = pi;
  double weight = 0;
  double chosen = 0;
  Rows next = now;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    saddle += now.weights[i] * (costs[i] - pi) / kept;
    weight += now.weights[i] / kept;
    chosen += sums.selected[i] / static_cast<double>(pairs.positives() * pairs.negatives());
    const double slope = now.weights[i] * (1 - sums.selected[i] / in_region) / kept;
    next.thresholds[i] = proximal(now.thresholds[i], now.starts[i], slope);
    next.weights[i] = std::clamp(now.weights[i] + rate * (costs[i] - pi) / kept, 0.0, 1.0);
  }
  average_repeated_slots(now.slots, next.thresholds);
  average_repeated_slots(now.slots, next.weights);
  // The objective's estimate from this batch, at the best pi and u: the mean of its largest costs.
  Loss loss = pairs.loss(sums, 1 / (kept * in_region), kernel::mean_of_largest(costs, kept));
  loss.diagnostics = {
      {"realised_fraction", chosen}, {"negatives_in_region", in_region}, {"pi", pi}, {"saddle_value", saddle}};

  write_back(all, now, next, steps, proximal);
  if (first) state.set_number("pi_start", pi);
  const double next_pi = proximal(pi, state.number("pi_start"), 1 - weight);
  state.set_number("pi", next_pi);
  state.set_number("pi_sum", state.number("pi_sum") + next_pi);
  state.set_number("started", 1);
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

}  // namespace

Objective make_objective(const SotaOptions& options, std::int64_t examples, Route route) {
  require_share("fpr_max", options.fpr_max);
  require_tpr_min(options.tpr_min);
  require_above_zero("gamma", options.gamma);
  const Sota sota{options.fpr_max,
                  1 - options.tpr_min,
                  options.gamma,
                  options.threshold_init,
                  options.link,
                  monotone_surrogate_of(options),
                  route};
  Objective objective;
  for (const char* name : {"threshold", "threshold_start", "threshold_sum", "weight_sum", "steps_made"}) {
    objective.state.add_slots(name, examples);
  }
  objective.state.add_slots("weight", examples, 1);
  objective.state.add_flags("visited", examples);
  for (const char* name : {"pi", "pi_start", "pi_sum", "started", "steps", "learning_rate"}) {
    objective.state.add_number(name, 0);
  }
  objective.step = [sota](const ScoredBatch& batch, State& state) { return sota.step(batch, state); };
  objective.on_stage = [sota](double learning_rate, State& state) { sota.begin_stage(learning_rate, state); };
  return objective;
}

}  // namespace pauc
