#include "pauc/objective/method/pauci.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "pauc/core/error.h"
#include "pauc/objective/pair/pairs.h"

namespace pauc {

namespace {

constexpr double kShareOfSaddleRate = 0.1;  // rate of g, in units of that of a, b and s
constexpr double kLargestRate = 0.25;       // the curvature by a and b is 2: rates near 1 overshoot

// The variables of the inner problem.
struct Variables {
  double a = 0;    // centre of the positives that count
  double b = 0;    // centre of the negatives that count
  double g = 0;    // b - a at the saddle point
  double s_p = 0;  // cut among the positives
  double s_n = 0;  // cut among the negatives
};

// log(1 + exp(k x)) / k and its slope.
struct Softened {
  double value;
  double slope;
};

Softened softened(double x, double sharpness) {
  const double small = std::exp(-std::abs(sharpness * x));
  return {std::max(x, 0.0) + std::log1p(small) / sharpness, (x > 0 ? 1.0 : small) / (1 + small)};
}

// One class: mean of r(z - s) / share + s, z = (h - centre)^2 + sign 2 (1 + g) h, or the mean of z without a cut.
struct ClassTerm {
  double value = 0;
  std::vector<double> by_score;
  double by_centre = 0;
  double by_saddle = 0;  // g
  double by_cut = 0;     // s
};

struct ClassCut {
  bool present = true;
  double share = 1;
  double sharpness = 1;
  double at = 0;
};

ClassTerm term_of(const std::vector<double>& scores, double centre, double sign, double g, const ClassCut& cut) {
  const auto count = static_cast<double>(scores.size());
  ClassTerm term;
  term.value = cut.present ? cut.at : 0;
  term.by_cut = cut.present ? 1 : 0;
  for (const double h : scores) {
    const double z = (h - centre) * (h - centre) + sign * 2 * (1 + g) * h;
    const Softened soft = cut.present ? softened(z - cut.at, cut.sharpness) : Softened{z, 1};
    const double weight = soft.slope / (cut.share * count);
    term.value += soft.value / (cut.share * count);
    term.by_score.push_back(weight * (2 * (h - centre) + sign * 2 * (1 + g)));
    term.by_centre -= weight * 2 * (h - centre);
    term.by_saddle += weight * sign * 2 * h;
    if (cut.present) term.by_cut -= weight;
  }
  return term;
}

struct Pauci {
  PauciOptions options;
  Route route;

  bool two_way() const { return options.tpr_min > 0; }
  Variables projected(Variables fresh) const;
  Variables best_for(const Pairs& pairs) const;
  Loss step(const ScoredBatch& batch, State& state) const;
};

Variables Pauci::projected(Variables fresh) const {
  fresh.a = std::clamp(fresh.a, 0.0, 1.0);
  fresh.b = std::clamp(fresh.b, 0.0, 1.0);
  fresh.s_p = std::clamp(fresh.s_p, -4.0, 1.0);
  fresh.s_n = std::clamp(fresh.s_n, 0.0, 5.0);
  // Above these bounds, z falls with the score of a positive and grows with that of a negative.
  fresh.g = std::clamp(fresh.g, std::max(fresh.b - 1, two_way() ? -fresh.a : -1.0), 1.0);
  return fresh;
}

// The mean of the first `share` of the scores, at least one of them, and the score where the share ends.
struct Tail {
  double mean = 0;
  double last = 0;
};

template <class Before>
Tail tail_of(std::vector<double> scores, double share, const Before& before) {
  const auto size = static_cast<std::int64_t>(scores.size());
  const std::int64_t count = std::clamp<std::int64_t>(std::llround(share * static_cast<double>(size)), 1, size);
  std::nth_element(scores.begin(), scores.begin() + (count - 1), scores.end(), before);
  Tail tail;
  tail.last = scores[count - 1];
  for (std::int64_t k = 0; k < count; ++k) tail.mean += scores[k] / static_cast<double>(count);
  return tail;
}

// The saddle point of this batch with a hard cut.
Variables Pauci::best_for(const Pairs& pairs) const {
  const Tail low = tail_of(pairs.positive_scores(), 1 - options.tpr_min, std::less<>());
  const Tail high = tail_of(pairs.negative_scores(), options.fpr_max, std::greater<>());
  Variables best;
  best.a = low.mean;
  best.b = high.mean;
  best.g = best.b - best.a;
  best.s_p = (low.last - best.a) * (low.last - best.a) - 2 * (1 + best.g) * low.last;
  best.s_n = (high.last - best.b) * (high.last - best.b) + 2 * (1 + best.g) * high.last;
  return projected(best);
}

Variables read(const State& state) {
  return {state.number("a"), state.number("b"), state.number("g"), state.number("s_p"), state.number("s_n")};
}

void write(const Variables& variables, State& state) {
  state.set_number("a", variables.a);
  state.set_number("b", variables.b);
  state.set_number("g", variables.g);
  state.set_number("s_p", variables.s_p);
  state.set_number("s_n", variables.s_n);
  state.set_number("started", 1);
}

Loss Pauci::step(const ScoredBatch& batch, State& state) const {
  const double learning_rate = state.number("learning_rate");
  require_usage(learning_rate > 0, "pauci: expected begin_stage(learning_rate) before the first step");
  const Pairs pairs(batch, Link::sigmoid, {}, route);
  const Variables now = state.number("started") == 0 ? best_for(pairs) : read(state);
  const ClassTerm high =
      term_of(pairs.positive_scores(), now.a, -1, now.g, {two_way(), 1 - options.tpr_min, options.sharpness, now.s_p});
  const ClassTerm low =
      term_of(pairs.negative_scores(), now.b, 1, now.g, {true, options.fpr_max, options.sharpness, now.s_n});
  const PairGradient gradient{high.by_score, low.by_score, {}, {}};
  Loss loss = pairs.loss(gradient, 1, 1 + high.value + low.value - now.g * now.g);
  loss.diagnostics = {{"a", now.a}, {"b", now.b}, {"g", now.g}, {"s_p", now.s_p}, {"s_n", now.s_n}};

  const double rate = std::min(kLargestRate, options.variable_lr * learning_rate);
  Variables next;
  next.a = now.a - rate * high.by_centre;
  next.b = now.b - rate * low.by_centre;
  next.s_p = now.s_p - rate * high.by_cut;
  next.s_n = now.s_n - rate * low.by_cut;
  next.g = now.g + kShareOfSaddleRate * rate * (high.by_saddle + low.by_saddle - 2 * now.g);
  write(projected(next), state);
  return loss;
}

}  // namespace

Objective make_objective(const PauciOptions& options, SlotCounts /*examples*/, Route route) {
  require_share("fpr_max", options.fpr_max);
  require_tpr_min(options.tpr_min);
  require_above_zero("sharpness", options.sharpness);
  require_above_zero("variable_lr", options.variable_lr);
  const Pauci pauci{options, route};
  Objective objective;
  for (const char* name : {"a", "b", "g", "s_p", "s_n", "started", "learning_rate"}) {
    objective.state.add_number(name, 0);
  }
  objective.step = [pauci](const ScoredBatch& batch, State& state) { return pauci.step(batch, state); };
  objective.on_stage = [](double learning_rate, State& state) { state.set_number("learning_rate", learning_rate); };
  return objective;
}

}  // namespace pauc
