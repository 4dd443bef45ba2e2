#pragma once

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "pauc/objective/make_objective.h"

namespace pauc {

inline void PrintTo(Route route, std::ostream* out) { *out << (route == Route::kernels ? "kernels" : "tensors"); }

}  // namespace pauc

// Several visits with changing scores: every method with a memory against its algorithm written out pair by pair, state
// and gradient after each step, on both routes. One example stands three times in some batches.
namespace pauc::test {

// A batch with raw scores by class and the slots they belong to.
struct Visit {
  std::vector<double> positives, negatives;
  std::vector<int> positive_slots, negative_slots;
};

struct Expected {
  std::vector<double> positives, negatives;  // gradient
};

struct Simulator {
  virtual ~Simulator() = default;
  virtual Expected step(const Visit& visit) = 0;
  std::map<std::string, std::map<int, double>> slots;  // state by name and slot
  std::map<std::string, double> numbers;
};

// Squared hinge with margin 1, and its slope.
double loss_of(double positive, double negative);
double slope_of(double positive, double negative);

// Means over the rows of a slot: what is remembered.
std::map<int, double> means_by_slot(const std::vector<int>& slots, const std::vector<double>& values);

// Gradient of sum_ij weight_ij L_ij.
Expected gradient_of(const Visit& visit, const std::vector<std::vector<double>>& weights);

// Zeros, positives x negatives.
std::vector<std::vector<double>> matrix(const Visit& visit);

// Steps method and simulator through the same visits.
void expect_simulated(const std::string& name, const Settings& settings, Simulator& simulator, Route route);

}  // namespace pauc::test
