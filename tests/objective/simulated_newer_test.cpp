// The methods since the paper, simulated.
#include <algorithm>
#include <cmath>

#include "objective/simulation.h"

namespace pauc {
namespace {

using test::expect_simulated;
using test::Expected;
using test::gradient_of;
using test::loss_of;
using test::matrix;
using test::means_by_slot;
using test::Simulator;
using test::Visit;

class SimulatedNewer : public testing::TestWithParam<Route> {};

struct StacoSimulator : Simulator {
  double beta, kept;
  StacoSimulator(double fpr_max, double tpr_min) : beta(fpr_max), kept(1 - tpr_min) {}

  bool started = false;

  static double midpoint(std::vector<double> values, double share) {
    std::sort(values.begin(), values.end(), std::greater<>());
    const auto k =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size()))));
    values.push_back(-1);
    return (values[k - 1] + values[k]) / 2;
  }

  Expected step(const Visit& visit) override {
    const std::size_t rows = visit.positives.size();
    const auto negatives = static_cast<double>(visit.negatives.size());
    const double pairs = static_cast<double>(rows) * negatives;
    std::vector<double> s(rows);
    std::vector<double> y(rows, 1);
    std::vector<double> costs(rows);
    std::vector<double> selected(rows);
    double mean_loss = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      std::vector<double> losses;
      for (const double negative : visit.negatives) losses.push_back(loss_of(visit.positives[i], negative));
      const int slot = visit.positive_slots[i];
      const bool known = slots["threshold"].count(slot) != 0;
      s[i] = known ? slots["threshold"][slot] : midpoint(losses, beta);
      if (known) y[i] = slots["weight"][slot];
      double above = 0;
      for (const double loss : losses) {
        mean_loss += loss / pairs;
        above += std::max(0.0, loss - s[i]);
        selected[i] += loss > s[i] ? 1 : 0;
      }
      costs[i] = s[i] + above / (beta * negatives);
    }
    double& level = numbers["level"];
    if (!started) level = std::max(0.0, midpoint(costs, kept));
    started = true;
    for (std::size_t i = 0; i < rows; ++i) {
      const double rate = 0.7 * kept / mean_loss;
      y[i] = std::min(1.0, std::max(0.0, y[i] + rate * (costs[i] - level) / kept));
    }
    for (const auto& [slot, value] : means_by_slot(visit.positive_slots, y)) slots["weight"][slot] = value;
    auto weights = matrix(visit);
    double mean_weight = 0;
    for (std::size_t i = 0; i < rows; ++i) {
      y[i] = slots["weight"][visit.positive_slots[i]];
      mean_weight += y[i] / static_cast<double>(rows);
      for (std::size_t j = 0; j < visit.negatives.size(); ++j) {
        const bool above = loss_of(visit.positives[i], visit.negatives[j]) > s[i];
        weights[i][j] = above ? y[i] / (kept * beta * pairs) : 0;
      }
      s[i] -= 0.7 * kept * beta * mean_loss * (y[i] / kept) * (1 - selected[i] / (beta * negatives));
    }
    for (const auto& [slot, value] : means_by_slot(visit.positive_slots, s)) slots["threshold"][slot] = value;
    level -= 0.7 * kept * mean_loss * (1 - mean_weight / kept);
    return gradient_of(visit, weights);
  }
};

// Gradients by central differences of the value, in long double.
struct PauciSimulator : Simulator {
  using Values = std::map<std::string, long double>;
  static constexpr long double kBeta = 0.4L, kKept = 0.5L, kSharpness = 6, kStep = 1e-6L;
  Values now;

  static long double soft(long double x) { return std::log1p(std::exp(kSharpness * x)) / kSharpness; }
  static long double linked(long double score) { return 1 / (1 + std::exp(-score)); }

  static long double value(const std::vector<long double>& positives, const std::vector<long double>& negatives,
                           const Values& v) {
    long double sum = 1 + v.at("s_p") + v.at("s_n") - v.at("g") * v.at("g");
    for (const long double score : positives) {
      const long double h = linked(score);
      const long double z = std::pow(h - v.at("a"), 2.0L) - 2 * (1 + v.at("g")) * h;
      sum += soft(z - v.at("s_p")) / (kKept * static_cast<long double>(positives.size()));
    }
    for (const long double score : negatives) {
      const long double h = linked(score);
      const long double z = std::pow(h - v.at("b"), 2.0L) + 2 * (1 + v.at("g")) * h;
      sum += soft(z - v.at("s_n")) / (kBeta * static_cast<long double>(negatives.size()));
    }
    return sum;
  }

  static Values best(const std::vector<long double>& positives, const std::vector<long double>& negatives) {
    std::vector<long double> low = positives;
    std::vector<long double> high = negatives;
    for (auto* side : {&low, &high}) {
      for (long double& score : *side) score = linked(score);
    }
    std::sort(low.begin(), low.end());
    std::sort(high.begin(), high.end(), std::greater<>());
    low.resize(2);   // half of 4
    high.resize(3);  // round(0.4 x 7)
    Values v;
    v["a"] = (low[0] + low[1]) / 2;
    v["b"] = (high[0] + high[1] + high[2]) / 3;
    v["g"] = v["b"] - v["a"];
    v["s_p"] = std::pow(low[1] - v["a"], 2.0L) - 2 * (1 + v["g"]) * low[1];
    v["s_n"] = std::pow(high[2] - v["b"], 2.0L) + 2 * (1 + v["g"]) * high[2];
    return v;
  }

  Expected step(const Visit& visit) override {
    std::vector<long double> positives(visit.positives.begin(), visit.positives.end());
    std::vector<long double> negatives(visit.negatives.begin(), visit.negatives.end());
    if (now.empty()) now = best(positives, negatives);
    const auto slope = [&](long double& variable, const Values& at) {
      const long double middle = variable;
      variable = middle + kStep;
      const long double up = value(positives, negatives, at);
      variable = middle - kStep;
      const long double down = value(positives, negatives, at);
      variable = middle;
      return (up - down) / (2 * kStep);
    };
    Expected expected;
    for (long double& score : positives) expected.positives.push_back(static_cast<double>(slope(score, now)));
    for (long double& score : negatives) expected.negatives.push_back(static_cast<double>(slope(score, now)));
    Values next = now;
    for (const char* name : {"a", "b", "s_p", "s_n"}) next[name] -= 0.2L * slope(now[name], now);
    next["g"] += 0.02L * slope(now["g"], now);
    for (const char* name : {"a", "b"}) next[name] = std::clamp(next[name], 0.0L, 1.0L);
    next["s_p"] = std::clamp(next["s_p"], -4.0L, 1.0L);
    next["s_n"] = std::clamp(next["s_n"], 0.0L, 5.0L);
    next["g"] = std::clamp(next["g"], std::max(next["b"] - 1, -next["a"]), 1.0L);
    now = next;
    for (const auto& [name, number] : now) numbers[name] = static_cast<double>(number);
    return expected;
  }
};

TEST_P(SimulatedNewer, Staco) {
  StacoSimulator simulator(0.4, 0.5);
  expect_simulated("staco", {{"fpr_max", "0.4"}, {"tpr_min", "0.5"}, {"threshold_lr", "0.7"}, {"link", "raw"}},
                   simulator, GetParam());
}

TEST_P(SimulatedNewer, Pauci) {
  PauciSimulator simulator;
  expect_simulated("pauci", {{"fpr_max", "0.4"}, {"tpr_min", "0.5"}, {"sharpness", "6"}, {"variable_lr", "2"}},
                   simulator, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Routes, SimulatedNewer, testing::Values(Route::kernels, Route::tensors),
                         [](const auto& route) { return testing::PrintToString(route.param); });

}  // namespace
}  // namespace pauc
