#include "pauc/objective/method/auc_m.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pauc/core/error.h"
#include "pauc/objective/pair/pairs.h"

namespace pauc {

namespace {

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double mean_square_about(const std::vector<double>& values, double centre) {
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return sum / static_cast<double>(values.size());
}

// A variable of the inner problem with PESG's pull: x <- x - lr (gradient + (x - x_ref) / gamma).
void descend(State& state, const std::string& name, double gradient, double rate, double gamma) {
  const double old = state.number(name);
  const double fresh = old - rate * (gradient + (old - state.number(name + "_reference")) / gamma);
  state.set_number(name, fresh);
  state.set_number(name + "_sum", state.number(name + "_sum") + fresh);
}

Loss step(const AucMOptions& options, const Pairs& pairs, State& state) {
  const double rate = state.number("learning_rate");
  require_usage(rate > 0, "auc-m: expected begin_stage(learning_rate) before the first step");
  const double a = state.number("a");
  const double b = state.number("b");
  const double q = state.number("q");
  const double positive_mean = mean_of(pairs.positive_scores());
  const double negative_mean = mean_of(pairs.negative_scores());
  const double shortfall = options.margin + negative_mean - positive_mean;
  // At the best a, b and q of this batch: they follow slowly, and what they make of the loss is not worth watching.
  const double best_q = std::max(0.0, shortfall);
  const double value = mean_square_about(pairs.positive_scores(), positive_mean) +
                       mean_square_about(pairs.negative_scores(), negative_mean) + best_q * best_q;
  PairGradient gradient;
  for (const double score : pairs.positive_scores()) {
    gradient.positives.push_back(2 * (score - a - q) / static_cast<double>(pairs.positives()));
  }
  for (const double score : pairs.negative_scores()) {
    gradient.negatives.push_back(2 * (score - b + q) / static_cast<double>(pairs.negatives()));
  }
  Loss loss = pairs.loss(gradient, 1, value);
  loss.diagnostics = {{"a", a}, {"b", b}, {"q", q}};
  descend(state, "a", -2 * (positive_mean - a), rate, options.gamma);
  descend(state, "b", -2 * (negative_mean - b), rate, options.gamma);
  state.set_number("q", std::max(0.0, q + rate * 2 * (shortfall - q)));
  state.set_number("steps", state.number("steps") + 1);
  return loss;
}

// The average of the stage that ends becomes the point that the next one is pulled to.
void begin_stage(double learning_rate, State& state) {
  const double steps = state.number("steps");
  for (const std::string name : {"a", "b"}) {
    if (steps > 0) state.set_number(name + "_reference", state.number(name + "_sum") / steps);
    state.set_number(name + "_sum", 0);
  }
  state.set_number("steps", 0);
  state.set_number("learning_rate", learning_rate);
}

}  // namespace

Objective make_objective(const AucMOptions& options, SlotCounts /*examples*/, Route route) {
  require_above_zero("gamma", options.gamma);
  require_usage(options.margin >= 0 && std::isfinite(options.margin), "margin: expected a number from 0 on, got ",
                options.margin);
  const Link link = options.link == Link::raw ? Link::raw : Link::sigmoid;
  Objective objective;
  for (const char* name : {"a", "a_sum", "a_reference", "b", "b_sum", "b_reference", "q", "steps", "learning_rate"}) {
    objective.state.add_number(name, 0);
  }
  objective.step = [=](const ScoredBatch& batch, State& state) {
    return step(options, Pairs(batch, link, {}, route), state);
  };
  objective.on_stage = begin_stage;
  return objective;
}

}  // namespace pauc
