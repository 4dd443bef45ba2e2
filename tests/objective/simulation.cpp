#include "objective/simulation.h"

#include <ATen/Functions.h>

#include <algorithm>
#include <cmath>

#include "support/batches.h"

namespace pauc::test {

double loss_of(double positive, double negative) { return std::pow(std::max(0.0, 1 - positive + negative), 2); }
double slope_of(double positive, double negative) { return 2 * std::max(0.0, 1 - positive + negative); }

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

namespace {

constexpr int kExamples = 12;

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

}  // namespace

void expect_simulated(const std::string& name, const Settings& settings, Simulator& simulator, Route route) {
  Objective objective = make_objective(name, settings, kExamples, route);
  objective.begin_stage(0.1);
  Random random(71);
  for (int round = 0; round < 12; ++round) {
    SCOPED_TRACE(name + ", round " + std::to_string(round));
    const Visit visit = random_visit(random, round);
    LeafBatch leaf = leaf_batch({visit.positives, visit.negatives});
    std::vector<std::int64_t> slots(visit.positive_slots.begin(), visit.positive_slots.end());
    slots.insert(slots.end(), visit.negative_slots.begin(), visit.negative_slots.end());
    leaf.batch.slots = at::tensor(slots, at::kLong);
    objective(leaf.batch).differentiable.backward();
    const Expected expected = simulator.step(visit);
    const auto found = values_of(leaf.scores.grad());
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

}  // namespace pauc::test
