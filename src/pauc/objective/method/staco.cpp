#include "pauc/objective/method/staco.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/kernel/rank_shares.h"
#include "pauc/objective/pair/score_scale.h"
#include "pauc/objective/slots.h"
#include "pauc/objective/thresholds.h"

namespace pauc {

namespace {

// The variables of a batch's positives.
struct Rows {
  std::vector<std::int64_t> slots;
  std::vector<double> thresholds;  // s
  std::vector<double> weights;     // y
};

// One batch as the step sees it.
struct StacoBatch {
  Rows rows;                    // before the step
  WeightedPairs sums;           // of the selected pairs
  std::vector<double> costs;    // c
  double level = 0;             // s'
  std::vector<double> weights;  // y after step 1
};

struct Staco {
  StacoOptions options;
  kernel::Surrogate surrogate;
  Route route;

  double kept_share() const { return 1 - options.tpr_min; }  // a
  Rows current_rows(const Pairs& pairs, State& state) const;
  double starting_level(const std::vector<double>& costs) const;
  std::vector<double> next_weights(const StacoBatch& batch) const;
  void write_back(const StacoBatch& batch, const Pairs& pairs, State& state) const;
  Loss loss_of(const StacoBatch& batch, const Pairs& pairs) const;
  Loss step(const ScoredBatch& scored, State& state) const;
};

Rows Staco::current_rows(const Pairs& pairs, State& state) const {
  Rows rows;
  rows.slots = pairs.positive_slots(state.slots("threshold"));
  const double* threshold = state.doubles("threshold");
  const double* weight = state.doubles("weight");
  const std::uint8_t* visited = state.flags("visited");
  for (std::size_t i = 0; i < rows.slots.size(); ++i) {
    const std::int64_t slot = rows.slots[i];
    double start = 1;
    if (options.threshold_start == StacoStart::quantile && visited[slot] == 0) {
      start = starting_threshold(pairs, i, options.fpr_max, ThresholdInit::quantile);
    }
    rows.thresholds.push_back(visited[slot] != 0 ? threshold[slot] : start);
    rows.weights.push_back(weight[slot]);
  }
  return rows;
}

double Staco::starting_level(const std::vector<double>& costs) const {
  if (options.threshold_start == StacoStart::one) return 1;
  if (options.tpr_min == 0) return 0;  // all positives count: any lower bound of the costs will do
  return level_of_costs(costs, kept_share());
}

// Step 1. An example that occurs twice has one weight: the mean.
std::vector<double> Staco::next_weights(const StacoBatch& batch) const {
  std::vector<double> weights = batch.rows.weights;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double excess = batch.costs[i] - batch.level;
    double move = 0;
    if (options.weight_step > 0) {
      move = options.weight_step * excess / kept_share();
    } else if (batch.sums.mean_loss > 0) {
      move = options.threshold_lr * (excess / batch.sums.mean_loss);
    }
    weights[i] = std::clamp(weights[i] + move, 0.0, 1.0);
  }
  average_repeated_slots(batch.rows.slots, weights);
  return weights;
}

// Steps 3 and 4, with the weights after step 1.
void Staco::write_back(const StacoBatch& batch, const Pairs& pairs, State& state) const {
  const double kept = kept_share();
  const double unit = options.threshold_lr * kept * batch.sums.mean_loss;
  const double threshold_step = options.threshold_step > 0 ? options.threshold_step : unit * options.fpr_max;
  const double level_step = options.level_step > 0 ? options.level_step : unit;
  const double in_region = options.fpr_max * static_cast<double>(pairs.negatives());
  std::vector<double> thresholds = batch.rows.thresholds;
  double mean_weight = 0;
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    thresholds[i] -= threshold_step * batch.weights[i] / kept * (1 - batch.sums.selected[i] / in_region);
    mean_weight += batch.weights[i] / static_cast<double>(pairs.positives());
  }
  average_repeated_slots(batch.rows.slots, thresholds);
  for (std::size_t i = 0; i < thresholds.size(); ++i) {
    state.doubles("threshold")[batch.rows.slots[i]] = thresholds[i];
    state.doubles("weight")[batch.rows.slots[i]] = batch.weights[i];
    state.flags("visited")[batch.rows.slots[i]] = 1;
  }
  state.set_number("level", batch.level - level_step * (1 - mean_weight / kept));
  state.set_number("started", 1);
}

// Step 2. The value is that of the batch at its best level and weights, for the thresholds that it has.
Loss Staco::loss_of(const StacoBatch& batch, const Pairs& pairs) const {
  const auto positives = static_cast<double>(pairs.positives());
  const auto negatives = static_cast<double>(pairs.negatives());
  const double in_region = options.fpr_max * negatives;
  const double kept = kept_share() * positives;
  PairWeights choice;
  choice.thresholds = batch.rows.thresholds;
  choice.rows = batch.weights;
  Loss loss = pairs.loss(pairs.weighted(choice), 1 / (kept * in_region), kernel::mean_of_largest(batch.costs, kept));
  double chosen = 0;
  double saddle = batch.level;
  for (std::size_t i = 0; i < batch.costs.size(); ++i) {
    chosen += batch.sums.selected[i] / (positives * negatives);
    saddle += batch.weights[i] * (batch.costs[i] - batch.level) / kept;
  }
  loss.diagnostics = {{"realised_fraction", chosen},
                      {"negatives_in_region", in_region},
                      {"level", batch.level},
                      {"saddle_value", saddle}};
  return loss;
}

Loss Staco::step(const ScoredBatch& scored, State& state) const {
  const Pairs pairs(scored, completed(options).link, scaled(surrogate, scored.scores, state), route);
  StacoBatch batch;
  batch.rows = current_rows(pairs, state);
  PairWeights choice;
  choice.thresholds = batch.rows.thresholds;
  batch.sums = pairs.weighted(choice);
  batch.costs =
      costs_at_thresholds(batch.rows.thresholds, batch.sums, options.fpr_max * static_cast<double>(pairs.negatives()));
  batch.level = state.number("started") == 0 ? starting_level(batch.costs) : state.number("level");
  batch.weights = next_weights(batch);
  Loss loss = loss_of(batch, pairs);  // refuses what overflows, before anything is moved
  write_back(batch, pairs, state);
  return loss;
}

void require_step(const char* name, double value) {
  require_usage(value >= 0 && std::isfinite(value), name, ": expected a number from 0 on, got ", value);
}

}  // namespace

Objective make_objective(const StacoOptions& options, SlotCounts examples, Route route) {
  require_share("fpr_max", options.fpr_max);
  require_tpr_min(options.tpr_min);
  require_above_zero("threshold_lr", options.threshold_lr);
  require_step("weight_step", options.weight_step);
  require_step("threshold_step", options.threshold_step);
  require_step("level_step", options.level_step);
  const Staco staco{options, monotone_surrogate_of(options), route};
  Objective objective;
  objective.state.add_slots("threshold", examples.positives);
  objective.state.add_slots("weight", examples.positives, 1);
  objective.state.add_flags("visited", examples.positives);
  objective.state.add_number("level", 0);
  objective.state.add_number("started", 0);
  objective.step = [staco](const ScoredBatch& batch, State& state) { return staco.step(batch, state); };
  return with_score_scale(std::move(objective), staco.surrogate);
}

}  // namespace pauc
