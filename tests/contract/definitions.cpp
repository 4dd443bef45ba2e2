#include "contract/definitions.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

#include "pauc/core/error.h"

namespace pauc::test {

std::string text_setting(const Settings& settings, const std::string& name, const std::string& otherwise) {
  std::string text = otherwise;
  for (const auto& [key, value] : settings) {
    if (key == name) text = value;
  }
  return text;
}

double setting(const Settings& settings, const std::string& name, double otherwise) {
  return std::stod(text_setting(settings, name, joined(otherwise)));
}

namespace {

using Duals = std::vector<Dual>;

Duals linked(const Settings& settings, Duals scores) {
  const bool bounded = text_setting(settings, "surrogate", "") == "sigmoid";
  if (text_setting(settings, "link", bounded ? "raw" : "sigmoid") == "raw") return scores;
  for (Dual& score : scores) score = sigmoid(score);
  return scores;
}

Dual loss_of(const Settings& settings, const Dual& gap) {
  const std::string surrogate = text_setting(settings, "surrogate", "squared-hinge");
  const Dual reach = Dual(setting(settings, "margin", 1)) - gap;
  if (surrogate == "hinge") return above_zero(reach);
  if (surrogate == "squared") return reach * reach;
  if (surrogate == "logistic") return softplus(Dual(-1) * gap / Dual(setting(settings, "temperature", 1)));
  if (surrogate == "sigmoid") {
    const double scale = setting(settings, "temperature", 0.3) * setting(settings, "score_scale", 1);
    return sigmoid(Dual(-1) * gap / Dual(scale));
  }
  return above_zero(reach) * above_zero(reach);
}

// The standard deviation of all scores.
double deviation_of(const ClassScores& scores) {
  std::vector<long double> all(scores.positives.begin(), scores.positives.end());
  all.insert(all.end(), scores.negatives.begin(), scores.negatives.end());
  const auto count = static_cast<long double>(all.size());
  long double sum = 0;
  long double squares = 0;
  for (const long double score : all) sum += score;
  for (const long double score : all) squares += (score - sum / count) * (score - sum / count);
  return static_cast<double>(std::sqrt(squares / count));
}

Dual mean(const Duals& values) {
  Dual sum;
  for (const Dual& value : values) sum = sum + value;
  return sum / Dual(static_cast<long double>(values.size()));
}

// Mean of the largest share x n values.
Dual cvar(Duals values, long double share) {
  std::stable_sort(values.begin(), values.end(), [](const Dual& a, const Dual& b) { return a.value > b.value; });
  const long double count = share * static_cast<long double>(values.size());
  Dual sum;
  for (std::size_t k = 0; k < values.size(); ++k) {
    sum = sum + values[k] * Dual(std::clamp<long double>(count - static_cast<long double>(k), 0, 1));
  }
  return sum / Dual(count);
}

// lambda log mean exp(values / lambda), relative to the largest.
Dual soft_max(const Duals& values, long double lambda) {
  Dual largest = values.front();
  for (const Dual& value : values) largest = value.value > largest.value ? value : largest;
  Duals terms;
  for (const Dual& value : values) terms.push_back(exp((value - largest) / Dual(lambda)));
  return largest + Dual(lambda) * log(mean(terms));
}

// The losses of each positive, reduced to one number by `inner`.
template <class Inner>
Duals rows(const Settings& settings, const Duals& positives, const Duals& negatives, const Inner& inner) {
  const Duals highs = linked(settings, positives);
  const Duals lows = linked(settings, negatives);
  Duals results;
  for (const Dual& high : highs) {
    Duals losses;
    for (const Dual& low : lows) losses.push_back(loss_of(settings, high - low));
    results.push_back(inner(losses));
  }
  return results;
}

Dual sopa(const Settings& s, const State&, const Duals& positives, const Duals& negatives) {
  const long double low = setting(s, "fpr_min", 0);
  const long double high = setting(s, "fpr_max", 0.3);
  return mean(rows(s, positives, negatives, [&](const Duals& losses) {
    if (low == 0) return cvar(losses, high);
    return (Dual(high) * cvar(losses, high) - Dual(low) * cvar(losses, low)) / Dual(high - low);
  }));
}

Dual sopa_s(const Settings& s, const State&, const Duals& positives, const Duals& negatives) {
  const double lambda = setting(s, "lambda", 1);
  return mean(rows(s, positives, negatives, [&](const Duals& losses) { return soft_max(losses, lambda); }));
}

Dual sota(const Settings& s, const State&, const Duals& positives, const Duals& negatives) {
  const double beta = setting(s, "fpr_max", 0.3);
  const Duals costs = rows(s, positives, negatives, [&](const Duals& losses) { return cvar(losses, beta); });
  return cvar(costs, 1 - static_cast<long double>(setting(s, "tpr_min", 0)));
}

Dual sota_s(const Settings& s, const State&, const Duals& positives, const Duals& negatives) {
  const double lambda = setting(s, "lambda", 1);
  const Duals costs = rows(s, positives, negatives, [&](const Duals& losses) { return soft_max(losses, lambda); });
  return soft_max(costs, setting(s, "lambda2", 1));
}

Dual top_push(const Settings& s, const State&, const Duals& positives, const Duals& negatives) {
  const long double top = 1 / static_cast<long double>(negatives.size());
  return mean(rows(s, positives, negatives, [&](const Duals& losses) { return cvar(losses, top); }));
}

Dual ce(const Settings&, const State&, const Duals& positives, const Duals& negatives) {
  Duals losses;
  for (const Dual& score : positives) losses.push_back(softplus(Dual(-1) * score));
  for (const Dual& score : negatives) losses.push_back(softplus(score));
  return mean(losses);
}

// Ties at the cut do not occur in random scores.
Dual hard(const Settings& s, const State&, const Duals& positives, const Duals& negatives) {
  const auto count = static_cast<long double>(negatives.size());
  const long double share =
      std::min(1.0L, setting(s, "hard_share", 2) * static_cast<long double>(setting(s, "fpr_max", 0.3)));
  const long double more = setting(s, "hard_weight", 3) - 1;
  Duals losses;
  for (const Dual& score : negatives) losses.push_back(softplus(score));
  Dual sum = Dual(more * share * count) * cvar(losses, share);
  for (const Dual& score : positives) losses.push_back(softplus(Dual(-1) * score));
  const auto all = static_cast<long double>(losses.size());
  return (sum + Dual(all) * mean(losses)) / Dual(all + more * share * count);
}

Dual auc_sh(const Settings& s, const State&, const Duals& positives, const Duals& negatives) {
  return mean(rows(s, positives, negatives, [](const Duals& losses) { return mean(losses); }));
}

Dual auc_m(const Settings& s, const State& state, const Duals& positives, const Duals& negatives) {
  const Dual q(state.number("q"));
  const auto square_about = [](Duals scores, double centre) {
    for (Dual& score : scores) score = (score - Dual(centre)) * (score - Dual(centre));
    return mean(scores);
  };
  const Duals highs = linked(s, positives);
  const Duals lows = linked(s, negatives);
  return square_about(highs, state.number("a")) + square_about(lows, state.number("b")) +
         Dual(2) * q * (Dual(setting(s, "margin", 1)) + mean(lows) - mean(highs)) - q * q;
}

Dual p_push(const Settings& s, const State&, const Duals& positives, const Duals& negatives) {
  const Duals highs = linked(s, positives);
  Duals powers;
  for (const Dual& low : linked(s, negatives)) {
    Duals losses;
    for (const Dual& high : highs) losses.push_back(loss_of(s, high - low));
    powers.push_back(power(mean(losses), setting(s, "power", 2)));
  }
  return mean(powers);
}

Dual mb(const Settings& s, const State&, const Duals& positives, const Duals& negatives) {
  const double top = setting(s, "top_negatives", 0.3);
  const Duals costs = rows(s, positives, negatives, [&](const Duals& losses) { return cvar(losses, top); });
  return cvar(costs, setting(s, "tpr_min", 0) > 0 ? setting(s, "bottom_positives", 0.5) : 1);
}

// The mean over pairs of w(1 - h_i) w(h_j) l; one-way, the positives have no weight.
template <class Weight>
Dual adaptively_weighted(const Settings& s, const Duals& positives, const Duals& negatives, const Weight& weight) {
  const bool two_way = setting(s, "tpr_min", 0) > 0;
  Duals terms;
  for (const Dual& positive : positives) {
    for (const Dual& negative : negatives) {
      const Dual high = sigmoid(positive);
      const Dual low = sigmoid(negative);
      const Dual row = two_way ? weight(sigmoid(Dual(-1) * positive)) : Dual(1);
      terms.push_back(row * weight(low) * loss_of(s, high - low));
    }
  }
  return mean(terms);
}

Dual aw_poly(const Settings& s, const State&, const Duals& positives, const Duals& negatives) {
  const long double exponent = 1.0L / (setting(s, "gamma", 34) - 1);
  return adaptively_weighted(s, positives, negatives, [&](const Dual& x) { return power(x, exponent); });
}

Dual aw_exp(const Settings& s, const State&, const Duals& positives, const Duals& negatives) {
  const Dual gamma(setting(s, "gamma", 10));
  return adaptively_weighted(s, positives, negatives,
                             [&](const Dual& x) { return Dual(1) - exp(Dual(-1) * gamma * x); });
}

Dual pauci(const Settings& s, const State& state, const Duals& positives, const Duals& negatives) {
  const Dual sharpness(setting(s, "sharpness", 50));
  const Dual g(state.number("g"));
  // Mean of what exceeds the cut, softly.
  const auto excess = [&](const Duals& scores, const char* centre, double sign, const Dual& cut) {
    Duals terms;
    for (const Dual& h : scores) {
      const Dual from_centre = h - Dual(state.number(centre));
      const Dual z = from_centre * from_centre + Dual(sign * 2) * (Dual(1) + g) * h;
      terms.push_back(softplus(sharpness * (z - cut)) / sharpness);
    }
    return mean(terms);
  };
  const Dual s_n(state.number("s_n"));
  Dual value = Dual(1) - g * g + s_n + excess(linked(s, negatives), "b", 1, s_n) / Dual(setting(s, "fpr_max", 0.3));
  const double tpr_min = setting(s, "tpr_min", 0);
  if (tpr_min > 0) {
    const Dual s_p(state.number("s_p"));
    return value + s_p + excess(linked(s, positives), "a", -1, s_p) / (Dual(1) - Dual(tpr_min));
  }
  for (const Dual& h : linked(s, positives)) {
    const Dual from_centre = h - Dual(state.number("a"));
    const Dual z = from_centre * from_centre - Dual(2) * (Dual(1) + g) * h;
    value = value + z / Dual(static_cast<long double>(positives.size()));
  }
  return value;
}

// Each positive puts above itself the first R negatives that cost the most.
Dual svm_pauc(const Settings& s, const State&, const Duals& positives, const Duals& negatives) {
  Settings raw = s;
  if (text_setting(s, "link", "").empty()) raw.emplace_back("link", "raw");
  Duals lows = linked(raw, negatives);
  std::stable_sort(lows.begin(), lows.end(), [](const Dual& a, const Dual& b) { return a.value > b.value; });
  const auto count = static_cast<long double>(lows.size());
  const long double begin = setting(s, "fpr_min", 0) * count;
  const long double end = setting(s, "fpr_max", 0.3) * count;
  Duals costs;
  for (const Dual& high : linked(raw, positives)) {
    Dual sum;
    Dual largest;
    for (std::size_t r = 0; r < lows.size(); ++r) {
      const auto rank = static_cast<long double>(r);
      const long double overlap = std::max(0.0L, std::min(rank + 1, end) - std::max(rank, begin));
      sum = sum + Dual(overlap * count / (end - begin)) + lows[r] - high;
      if (sum.value > largest.value) largest = sum;
    }
    costs.push_back(largest / Dual(count));
  }
  return mean(costs);
}

// Its weights find their best values only in the long run: 1 on the hardest positives, else 0.
void settle_sota(Objective& objective, const Settings& settings, const ClassScores& scores) {
  if (!objective.state.has("threshold_start")) return;  // shared cuts need no settling
  State first = objective.state;
  objective(batch_of(scores));
  const at::Tensor thresholds = objective.state.tensors().at("threshold_start").clone();
  objective.state.restore(first.tensors());
  const double share = 1 - setting(settings, "tpr_min", 0);
  const auto kept = std::llround(share * static_cast<double>(scores.positives.size()));
  std::vector<std::size_t> order(scores.positives.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return scores.positives[a] < scores.positives[b]; });
  for (std::size_t k = 0; k < order.size(); ++k) {
    objective.state.doubles("weight")[order[k]] = static_cast<std::int64_t>(k) < kept ? 1 : 0;
    objective.state.flags("visited")[order[k]] = 1;
    objective.state.doubles("threshold")[order[k]] = thresholds.data_ptr<double>()[order[k]];
    objective.state.doubles("threshold_start")[order[k]] = thresholds.data_ptr<double>()[order[k]];
  }
  objective.state.set_number("started", 1);
}

// The middle of the k-th and the next of some values in descending order.
double midpoint(Duals values, double share) {
  std::sort(values.begin(), values.end(), [](const Dual& a, const Dual& b) { return a.value > b.value; });
  const auto k = static_cast<std::size_t>(std::llround(share * static_cast<double>(values.size())));
  return static_cast<double>((values[k - 1].value + values[k].value) / 2);
}

// Thresholds and level between the values that count and those that do not, weights 1 and 0 accordingly.
void settle_staco(Objective& objective, const Settings& settings, const ClassScores& scores) {
  const double beta = setting(settings, "fpr_max", 0.3);
  const double share = 1 - setting(settings, "tpr_min", 0);
  const Duals positives(scores.positives.begin(), scores.positives.end());
  const Duals negatives(scores.negatives.begin(), scores.negatives.end());
  const Duals cuts = rows(settings, positives, negatives, [&](const Duals& l) { return Dual(midpoint(l, beta)); });
  const Duals costs = rows(settings, positives, negatives, [&](const Duals& losses) { return cvar(losses, beta); });
  const double level = midpoint(costs, share);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    objective.state.doubles("threshold")[i] = static_cast<double>(cuts[i].value);
    objective.state.doubles("weight")[i] = costs[i].value > level ? 1 : 0;
    objective.state.flags("visited")[i] = 1;
  }
  objective.state.set_number("level", level);
  objective.state.set_number("started", 1);
}

// Anywhere within their bounds: the definition is taken at the same values.
void settle_pauci(Objective& objective, const Settings&, const ClassScores&) {
  objective.state.set_number("a", 0.6);
  objective.state.set_number("b", 0.45);
  objective.state.set_number("g", -0.2);
  objective.state.set_number("s_p", -0.9);
  objective.state.set_number("s_n", 0.8);
  objective.state.set_number("started", 1);
}

// Its gradient is taken at the a, b and q that it has, its value at the best of the batch.
void settle_auc_m(Objective& objective, const Settings& settings, const ClassScores& scores) {
  const auto mean_of = [&](const std::vector<double>& side) {
    double sum = 0;
    for (const double score : side) {
      sum += text_setting(settings, "link", "sigmoid") == "raw" ? score : 1 / (1 + std::exp(-score));
    }
    return sum / static_cast<double>(side.size());
  };
  objective.state.set_number("a", mean_of(scores.positives));
  objective.state.set_number("b", mean_of(scores.negatives));
  objective.state.set_number("q", std::max(0.0, 1 + mean_of(scores.negatives) - mean_of(scores.positives)));
}

// A method by its definition, and how its own variables come to their best values; null: it has none.
struct Definition {
  Dual (*value)(const Settings&, const State&, const Duals& positives, const Duals& negatives);
  void (*settle)(Objective&, const Settings&, const ClassScores&) = nullptr;
};

const Definition& definition_of(const std::string& objective) {
  static const std::map<std::string, Definition> kDefinitions = {
      {"auc-m", {auc_m, settle_auc_m}},
      {"auc-sh", {auc_sh}},
      {"aw-exp", {aw_exp}},
      {"aw-poly", {aw_poly}},
      {"ce", {ce}},
      {"hard", {hard}},
      {"mb", {mb}},
      {"p-push", {p_push}},
      {"pauci", {pauci, settle_pauci}},
      {"sopa", {sopa}},
      {"sopa-s", {sopa_s}},
      {"sota", {sota, settle_sota}},
      {"sota-s", {sota_s}},
      {"staco", {sota, settle_staco}},
      {"svm-pauc", {svm_pauc}},
      {"top-push", {top_push}},
  };
  const auto found = kDefinitions.find(objective);
  if (found == kDefinitions.end()) throw std::logic_error("tests/contract/definitions.cpp has no " + objective);
  return found->second;
}

Settings with_scale(Settings settings, const ClassScores& scores) {
  settings.emplace_back("score_scale", setting_text(deviation_of(scores)));
  return settings;
}

}  // namespace

void settle(const std::string& name, Objective& objective, const Settings& settings, const ClassScores& scores) {
  if (const auto settle_variables = definition_of(name).settle)
    settle_variables(objective, with_scale(settings, scores), scores);
}

DefinedObjective defined_objective(const std::string& objective, const Settings& settings, const State& state,
                                   const ClassScores& scores) {
  const Definition& definition = definition_of(objective);
  const Settings scaled = with_scale(settings, scores);
  Duals positives(scores.positives.begin(), scores.positives.end());
  Duals negatives(scores.negatives.begin(), scores.negatives.end());
  DefinedObjective result;
  for (Duals* side : {&positives, &negatives}) {
    for (Dual& score : *side) {
      score.slope = 1;
      const Dual at = definition.value(scaled, state, positives, negatives);
      score.slope = 0;
      result.value = static_cast<double>(at.value);
      result.gradient.push_back(static_cast<double>(at.slope));
    }
  }
  return result;
}

}  // namespace pauc::test
