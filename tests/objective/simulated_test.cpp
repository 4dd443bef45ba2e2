// Several visits with changing scores: every method with a memory against its algorithm written out pair by pair, state
// and gradient after each step, on both routes. One example stands three times in some batches.
#include <ATen/Functions.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "pauc/objective/make_objective.h"
#include "support/batches.h"

namespace pauc {

static void PrintTo(Route route, std::ostream* out) { *out << (route == Route::kernels ? "kernels" : "tensors"); }

namespace {

constexpr int kExamples = 12;

// A batch with raw link: scores by class and the slots they belong to.
struct Visit {
  std::vector<double> positives, negatives;
  std::vector<int> positive_slots, negative_slots;
};

struct Expected {
  std::vector<double> positives, negatives;  // gradient
};

double loss_of(double positive, double negative) { return std::pow(std::max(0.0, 1 - positive + negative), 2); }
double slope_of(double positive, double negative) { return 2 * std::max(0.0, 1 - positive + negative); }

// Means over the rows of a slot: what is remembered.
std::map<int, double> means_by_slot(const std::vector<int>& slots, const std::vector<double>& values) {
  std::map<int, double> sums;
  std::map<int, double> counts;
  for (std::size_t k = 0; k < slots.size(); ++k) {
    sums[slots[k]] += values[k];
    counts[slots[k]] += 1;
  }
  for (auto& [slot, sum] : sums) sum /= counts[slot];
  return sums;
}

// gradient of sum_ij weight_ij L_ij.
Expected gradient_of(const Visit& visit, const std::vector<std::vector<double>>& weights) {
  Expected expected{std::vector<double>(visit.positives.size()), std::vector<double>(visit.negatives.size())};
  for (std::size_t i = 0; i < visit.positives.size(); ++i) {
    for (std::size_t j = 0; j < visit.negatives.size(); ++j) {
      const double slope = weights[i][j] * slope_of(visit.positives[i], visit.negatives[j]);
      expected.positives[i] -= slope;
      expected.negatives[j] += slope;
    }
  }
  return expected;
}

std::vector<std::vector<double>> matrix(const Visit& visit) {
  return std::vector<std::vector<double>>(visit.positives.size(), std::vector<double>(visit.negatives.size()));
}

struct Simulator {
  virtual ~Simulator() = default;
  virtual Expected step(const Visit& visit) = 0;
  std::map<std::string, std::map<int, double>> slots;  // state by name and slot
  std::map<std::string, double> numbers;
};

struct SopaSimulator : Simulator {
  double low, high;
  SopaSimulator(double fpr_min, double fpr_max) : low(fpr_min), high(fpr_max) {}

  // Descending.
  std::vector<double> losses_of(const Visit& visit, std::size_t i) const {
    std::vector<double> losses;
    for (const double negative : visit.negatives) losses.push_back(loss_of(visit.positives[i], negative));
    std::sort(losses.begin(), losses.end(), std::greater<>());
    return losses;
  }

  double starting(const Visit& visit, std::size_t i, double share) const {
    std::vector<double> losses = losses_of(visit, i);
    losses.push_back(-1);
    const auto k =
        std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(share * static_cast<double>(losses.size() - 1))));
    return (losses[k - 1] + losses[k]) / 2;
  }

  void update(const std::string& name, const Visit& visit, const std::vector<double>& old,
              const std::vector<double>& selected, double share, double mean_loss) {
    std::vector<double> fresh = old;
    for (std::size_t i = 0; i < fresh.size(); ++i) {
      const double negatives = static_cast<double>(visit.negatives.size());
      const double step = share * mean_loss * (1 - selected[i] / (share * negatives));
      const auto losses = losses_of(visit, i);
      // Not past the loss at the cut of this batch.
      const auto at = [&](double rank) { return losses[static_cast<std::size_t>(rank) - 1]; };
      fresh[i] = step > 0 ? std::max(old[i] - step, std::min(old[i], at(std::ceil(share * negatives - 1e-9))))
                          : std::min(old[i] - step, std::max(old[i], at(std::floor(share * negatives + 1e-9) + 1)));
    }
    for (const auto& [slot, value] : means_by_slot(visit.positive_slots, fresh)) slots[name][slot] = value;
  }

  Expected step(const Visit& visit) override {
    const std::size_t rows = visit.positives.size();
    std::vector<double> outer(rows);
    std::vector<double> inner(rows, HUGE_VAL);
    std::vector<double> outer_selected(rows);
    std::vector<double> inner_selected(rows);
    auto weights = matrix(visit);
    double mean_loss = 0;
    const double pairs = static_cast<double>(rows * visit.negatives.size());
    for (std::size_t i = 0; i < rows; ++i) {
      const int slot = visit.positive_slots[i];
      outer[i] = slots["threshold"].count(slot) != 0 ? slots["threshold"][slot] : starting(visit, i, high);
      if (low > 0) {
        inner[i] = slots["inner_threshold"].count(slot) != 0 ? slots["inner_threshold"][slot] : starting(visit, i, low);
      }
      for (std::size_t j = 0; j < visit.negatives.size(); ++j) {
        const double loss = loss_of(visit.positives[i], visit.negatives[j]);
        mean_loss += loss / pairs;
        outer_selected[i] += loss > outer[i] ? 1 : 0;
        inner_selected[i] += loss > inner[i] ? 1 : 0;
        weights[i][j] = loss > outer[i] && loss <= inner[i] ? 1 / ((high - low) * pairs) : 0;
      }
    }
    update("threshold", visit, outer, outer_selected, high, mean_loss);
    if (low > 0) update("inner_threshold", visit, inner, inner_selected, low, mean_loss);
    return gradient_of(visit, weights);
  }
};

// One cut for all positives and one for all negatives, through the latest score of every example seen so far.
struct CutSimulator : Simulator {
  double low, high, kept;
  CutSimulator(double fpr_min, double fpr_max, double tpr_min) : low(fpr_min), high(fpr_max), kept(1 - tpr_min) {}

  std::map<int, double> negatives, positives;

  // Weight of a score among the highest `share` of all, with ties at the cut sharing.
  static double weight(double score, const std::map<int, double>& all, double share) {
    if (share == 0) return 0;
    std::vector<double> sorted;
    for (const auto& entry : all) sorted.push_back(entry.second);
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    const double count = share * static_cast<double>(sorted.size());
    const double cut = sorted[static_cast<std::size_t>(std::ceil(count - 1e-9)) - 1];
    if (score != cut) return score > cut ? 1 : 0;
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), cut, std::greater<>());
    return (count - static_cast<double>(first - sorted.begin())) / static_cast<double>(last - first);
  }

  Expected step(const Visit& visit) override {
    for (const auto& [slot, score] : means_by_slot(visit.negative_slots, visit.negatives)) negatives[slot] = score;
    for (const auto& [slot, score] : means_by_slot(visit.positive_slots, visit.positives)) positives[slot] = -score;
    auto weights = matrix(visit);
    const double pairs = static_cast<double>(visit.positives.size() * visit.negatives.size());
    for (std::size_t i = 0; i < visit.positives.size(); ++i) {
      const double row = kept < 1 ? weight(-visit.positives[i], positives, kept) : 1;
      for (std::size_t j = 0; j < visit.negatives.size(); ++j) {
        const double inside = weight(visit.negatives[j], negatives, high) - weight(visit.negatives[j], negatives, low);
        weights[i][j] = row * inside / (kept * (high - low) * pairs);
      }
    }
    return gradient_of(visit, weights);
  }
};

struct KlSimulator : Simulator {
  double lambda, lambda2, gamma0, gamma1;
  bool two_way;
  KlSimulator(double l, double l2, double g0, double g1, bool twice)
      : lambda(l), lambda2(l2), gamma0(g0), gamma1(g1), two_way(twice) {}

  std::map<int, double> u;
  double v = 0;

  Expected step(const Visit& visit) override {
    const std::size_t rows = visit.positives.size();
    std::vector<double> fresh(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      for (const double negative : visit.negatives)
        fresh[i] += std::exp(loss_of(visit.positives[i], negative) / lambda);
      fresh[i] /= static_cast<double>(visit.negatives.size());
      const auto old = u.find(visit.positive_slots[i]);
      if (old != u.end()) fresh[i] = (1 - gamma0) * old->second + gamma0 * fresh[i];
    }
    for (const auto& [slot, value] : means_by_slot(visit.positive_slots, fresh)) u[slot] = value;
    for (const auto& [slot, value] : u) slots["log_u"][slot] = lambda * std::log(value);
    double mean_power = 0;
    for (const int slot : visit.positive_slots)
      mean_power += std::pow(u[slot], lambda / lambda2) / static_cast<double>(rows);
    v = v == 0 ? mean_power : (1 - gamma1) * v + gamma1 * mean_power;
    if (two_way) numbers["log_v"] = lambda2 * std::log(v);
    auto weights = matrix(visit);
    const double pairs = static_cast<double>(rows * visit.negatives.size());
    for (std::size_t i = 0; i < rows; ++i) {
      const double own = u[visit.positive_slots[i]];
      const double factor = two_way ? std::pow(own, lambda / lambda2 - 1) / v : 1 / own;
      for (std::size_t j = 0; j < visit.negatives.size(); ++j) {
        weights[i][j] = factor * std::exp(loss_of(visit.positives[i], visit.negatives[j]) / lambda) / pairs;
      }
    }
    return gradient_of(visit, weights);
  }
};

struct PPushSimulator : Simulator {
  Expected step(const Visit& visit) override {
    const std::size_t columns = visit.negatives.size();
    const auto rows = static_cast<double>(visit.positives.size());
    std::vector<double> fresh(columns);
    auto& u = slots["u"];
    for (std::size_t j = 0; j < columns; ++j) {
      for (const double positive : visit.positives) fresh[j] += loss_of(positive, visit.negatives[j]) / rows;
      const auto old = u.find(visit.negative_slots[j]);
      if (old != u.end()) fresh[j] = 0.7 * old->second + 0.3 * fresh[j];
    }
    for (const auto& [slot, value] : means_by_slot(visit.negative_slots, fresh)) u[slot] = value;
    auto weights = matrix(visit);
    for (auto& row : weights) {
      for (std::size_t j = 0; j < columns; ++j) {
        row[j] = 4 * std::pow(u[visit.negative_slots[j]], 3) / (rows * static_cast<double>(columns));
      }
    }
    return gradient_of(visit, weights);
  }
};

struct AucMSimulator : Simulator {
  AucMSimulator() { numbers = {{"a", 0}, {"b", 0}, {"q", 0}}; }

  Expected step(const Visit& visit) override {
    const auto mean = [](const std::vector<double>& values) {
      double sum = 0;
      for (const double value : values) sum += value / static_cast<double>(values.size());
      return sum;
    };
    double& a = numbers["a"];
    double& b = numbers["b"];
    double& q = numbers["q"];
    const double high = mean(visit.positives);
    const double low = mean(visit.negatives);
    Expected expected;
    for (const double score : visit.positives) {
      expected.positives.push_back((2 * (score - a) - 2 * q) / static_cast<double>(visit.positives.size()));
    }
    for (const double score : visit.negatives) {
      expected.negatives.push_back((2 * (score - b) + 2 * q) / static_cast<double>(visit.negatives.size()));
    }
    const double shortfall = 1.5 + low - high;
    a -= 0.1 * (-2 * (high - a) + a / 7);  // the first stage's reference is the start, 0
    b -= 0.1 * (-2 * (low - b) + b / 7);
    q = std::max(0.0, q + 0.1 * (2 * shortfall - 2 * q));
    return expected;
  }
};

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

Visit random_visit(Random& random, int round) {
  Visit visit;
  for (int i = 0; i < 4; ++i) {
    visit.positives.push_back(random.normal() + 0.5);
    visit.positive_slots.push_back((round + 2 * i) % 5);
  }
  for (int j = 0; j < 7; ++j) {
    visit.negatives.push_back(0.7 * random.normal());
    visit.negative_slots.push_back(5 + (round + j) % 7);
  }
  if (round % 3 == 2) {
    std::fill(visit.positive_slots.begin(), visit.positive_slots.begin() + 3, 1);
    std::fill(visit.negative_slots.begin(), visit.negative_slots.begin() + 3, 6);
  }
  return visit;
}

void expect_simulated(const std::string& name, Settings settings, Simulator& simulator, Route route) {
  Objective objective = make_objective(name, settings, kExamples, route);
  objective.begin_stage(0.1);
  Random random(71);
  for (int round = 0; round < 12; ++round) {
    SCOPED_TRACE(name + ", round " + std::to_string(round));
    const Visit visit = random_visit(random, round);
    test::LeafBatch leaf = test::leaf_batch({visit.positives, visit.negatives});
    std::vector<std::int64_t> slots(visit.positive_slots.begin(), visit.positive_slots.end());
    slots.insert(slots.end(), visit.negative_slots.begin(), visit.negative_slots.end());
    leaf.batch.slots = at::tensor(slots, at::kLong);
    objective(leaf.batch).differentiable.backward();
    const Expected expected = simulator.step(visit);
    const auto found = test::values_of(leaf.scores.grad());
    for (std::size_t i = 0; i < visit.positives.size(); ++i) EXPECT_NEAR(found[i], expected.positives[i], 1e-11) << i;
    for (std::size_t j = 0; j < visit.negatives.size(); ++j) {
      EXPECT_NEAR(found[visit.positives.size() + j], expected.negatives[j], 1e-11) << j;
    }
    for (const auto& [state, values] : simulator.slots) {
      for (const auto& [slot, value] : values) EXPECT_NEAR(objective.state.doubles(state)[slot], value, 1e-11) << state;
    }
    for (const auto& [state, value] : simulator.numbers)
      EXPECT_NEAR(objective.state.number(state), value, 1e-11) << state;
    if (testing::Test::HasFailure()) return;
  }
}

class Simulated : public testing::TestWithParam<Route> {};

TEST_P(Simulated, Sopa) {
  SopaSimulator simulator(0, 0.3);
  expect_simulated("sopa", {{"fpr_max", "0.3"}, {"link", "raw"}, {"thresholds", "own"}}, simulator, GetParam());
}

TEST_P(Simulated, SopaOverARange) {
  SopaSimulator simulator(0.2, 0.6);
  expect_simulated("sopa", {{"fpr_min", "0.2"}, {"fpr_max", "0.6"}, {"link", "raw"}, {"thresholds", "own"}}, simulator,
                   GetParam());
}

TEST_P(Simulated, SopaWithASharedCut) {
  CutSimulator simulator(0, 0.3, 0);
  expect_simulated("sopa", {{"fpr_max", "0.3"}, {"link", "raw"}}, simulator, GetParam());
}

TEST_P(Simulated, SopaWithSharedCutsOverARange) {
  CutSimulator simulator(0.2, 0.6, 0);
  expect_simulated("sopa", {{"fpr_min", "0.2"}, {"fpr_max", "0.6"}, {"link", "raw"}}, simulator, GetParam());
}

TEST_P(Simulated, SotaWithSharedCuts) {
  CutSimulator simulator(0, 0.4, 0.3);
  expect_simulated("sota", {{"fpr_max", "0.4"}, {"tpr_min", "0.3"}, {"link", "raw"}}, simulator, GetParam());
}

TEST_P(Simulated, SopaS) {
  KlSimulator simulator(0.8, 1, 0.3, 1, false);
  expect_simulated("sopa-s", {{"lambda", "0.8"}, {"gamma0", "0.3"}, {"link", "raw"}}, simulator, GetParam());
}

TEST_P(Simulated, SotaS) {
  KlSimulator simulator(0.8, 3, 0.3, 0.6, true);
  expect_simulated("sota-s",
                   {{"lambda", "0.8"}, {"lambda2", "3"}, {"gamma0", "0.3"}, {"gamma1", "0.6"}, {"link", "raw"}},
                   simulator, GetParam());
}

TEST_P(Simulated, PPush) {
  PPushSimulator simulator;
  expect_simulated("p-push", {{"power", "4"}, {"gamma0", "0.3"}, {"link", "raw"}}, simulator, GetParam());
}

TEST_P(Simulated, AucM) {
  AucMSimulator simulator;
  expect_simulated("auc-m", {{"gamma", "7"}, {"margin", "1.5"}, {"link", "raw"}}, simulator, GetParam());
}

TEST_P(Simulated, Staco) {
  StacoSimulator simulator(0.4, 0.5);
  expect_simulated("staco", {{"fpr_max", "0.4"}, {"tpr_min", "0.5"}, {"threshold_lr", "0.7"}, {"link", "raw"}},
                   simulator, GetParam());
}

TEST_P(Simulated, Pauci) {
  PauciSimulator simulator;
  expect_simulated("pauci", {{"fpr_max", "0.4"}, {"tpr_min", "0.5"}, {"sharpness", "6"}, {"variable_lr", "2"}},
                   simulator, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Routes, Simulated, testing::Values(Route::kernels, Route::tensors),
                         [](const auto& route) { return testing::PrintToString(route.param); });

}  // namespace
}  // namespace pauc
