// The methods of the paper, simulated.
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

class Simulated : public testing::TestWithParam<Route> {};

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

INSTANTIATE_TEST_SUITE_P(Routes, Simulated, testing::Values(Route::kernels, Route::tensors),
                         [](const auto& route) { return testing::PrintToString(route.param); });

}  // namespace
}  // namespace pauc
