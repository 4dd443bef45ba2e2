#include "pauc/objective/method/sopa.h"

#include <utility>

#include "pauc/core/error.h"
#include "pauc/objective/pair/score_scale.h"
#include "pauc/objective/slots.h"
#include "pauc/objective/thresholds.h"

namespace pauc {

namespace {

struct Sopa {
  double fpr_min;
  double fpr_max;
  double threshold_lr;
  ThresholdInit init;
  Link link;
  kernel::Surrogate surrogate;
  Route route;

  Loss step(const ScoredBatch& batch, State& state) const;
  bool has_range() const { return fpr_min > 0; }
  double width() const { return fpr_max - fpr_min; }
};

// The thresholds before their update: those remembered, or where they start.
std::vector<double> current(const Pairs& pairs, const std::vector<std::int64_t>& slots, const double* remembered,
                            const std::uint8_t* visited, double share, ThresholdInit init) {
  std::vector<double> thresholds(slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    thresholds[i] = visited[slots[i]] != 0 ? remembered[slots[i]] : starting_threshold(pairs, i, share, init);
  }
  return thresholds;
}

// Rows whose two thresholds have crossed choose nothing. Their value still counts, with the sum between the thresholds
// taken negatively, so they are summed in order with weight 0.
std::vector<double> uncross(PairWeights& weights) {
  std::vector<double> signs(weights.thresholds.size(), 1.0);
  if (weights.inner_thresholds.empty()) return signs;
  weights.rows.assign(signs.size(), 1.0);
  for (std::size_t i = 0; i < signs.size(); ++i) {
    if (weights.thresholds[i] <= weights.inner_thresholds[i]) continue;
    std::swap(weights.thresholds[i], weights.inner_thresholds[i]);
    weights.rows[i] = 0;
    signs[i] = -1;
  }
  return signs;
}

// Step 5 for one of the thresholds: s_i <- s_i - eta (1 - sum_j p_ij / (share B-)).
void update(double* remembered, const std::vector<std::int64_t>& slots, std::vector<double> thresholds,
            const std::vector<double>& selected, double share_of_negatives, double rate) {
  for (std::size_t i = 0; i < thresholds.size(); ++i) thresholds[i] -= rate * (1 - selected[i] / share_of_negatives);
  average_repeated_slots(slots, thresholds);
  for (std::size_t i = 0; i < slots.size(); ++i) remembered[slots[i]] = thresholds[i];
}

Loss Sopa::step(const ScoredBatch& batch, State& state) const {
  const Pairs pairs(batch, link, scaled(surrogate, batch.scores, state), route);
  const auto slots = pairs.positive_slots(state.slots("threshold"));
  const auto positives = static_cast<double>(pairs.positives());
  const auto negatives = static_cast<double>(pairs.negatives());
  std::uint8_t* visited = state.flags("visited");

  const auto outer = current(pairs, slots, state.doubles("threshold"), visited, fpr_max, init);
  std::vector<double> inner;
  if (has_range()) inner = current(pairs, slots, state.doubles("inner_threshold"), visited, fpr_min, init);
  PairWeights weights;
  weights.thresholds = outer;
  weights.inner_thresholds = inner;
  const auto signs = uncross(weights);
  WeightedPairs sums = pairs.weighted(weights);  // steps 4 and 6
  inner.resize(slots.size(), 0.0);
  sums.inner_selected.resize(slots.size(), 0.0);

  double value = 0;
  double chosen = 0;
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (signs[i] < 0) std::swap(sums.selected[i], sums.inner_selected[i]);
    const double above =
        signs[i] * sums.row_values[i] - sums.selected[i] * outer[i] + sums.inner_selected[i] * inner[i];
    value += (fpr_max * outer[i] - fpr_min * inner[i] + above / negatives) / (positives * width());
    chosen += std::max(0.0, sums.selected[i] - sums.inner_selected[i]) / (positives * negatives);
  }
  Loss loss = pairs.loss(sums, 1 / (width() * positives * negatives), value);
  loss.diagnostics = {{"realised_fraction", chosen}, {"negatives_in_region", width() * negatives}};

  const double unit = threshold_lr * sums.mean_loss;
  update(state.doubles("threshold"), slots, outer, sums.selected, fpr_max * negatives, unit * fpr_max);
  if (has_range()) {
    update(state.doubles("inner_threshold"), slots, inner, sums.inner_selected, fpr_min * negatives, unit * fpr_min);
  }
  for (const std::int64_t slot : slots) visited[slot] = 1;
  return loss;
}

}  // namespace

Objective make_objective(const SopaOptions& options, std::int64_t examples, Route route) {
  require_usage(0 <= options.fpr_min && options.fpr_min < options.fpr_max && options.fpr_max <= 1,
                "fpr_max: expected 0 <= fpr_min < fpr_max <= 1, got ", options.fpr_min, " and ", options.fpr_max);
  require_above_zero("threshold_lr", options.threshold_lr);
  const Sopa sopa{options.fpr_min,
                  options.fpr_max,
                  options.threshold_lr,
                  options.threshold_init,
                  completed(options).link,
                  monotone_surrogate_of(options),
                  route};
  Objective objective;
  objective.state.add_slots("threshold", examples);
  if (sopa.has_range()) objective.state.add_slots("inner_threshold", examples);
  objective.state.add_flags("visited", examples);
  objective.step = [sopa](const ScoredBatch& batch, State& state) { return sopa.step(batch, state); };
  return with_score_scale(std::move(objective), sopa.surrogate);
}

}  // namespace pauc
