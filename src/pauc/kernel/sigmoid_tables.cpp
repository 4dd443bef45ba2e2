#include "pauc/kernel/sigmoid_tables.h"

#include <cmath>

namespace pauc::kernel {

namespace {

using Real = long double;  // the constants themselves have no rounding to speak of
constexpr std::size_t kTerms = kSigmoidTerms;
constexpr Real kPi = 3.14159265358979323846264338327950288L;

// The Chebyshev nodes, and what turns the values of a function there into the coefficients of its interpolation.
struct Nodes {
  Real places[kTerms];
  Real coefficients[kTerms][kTerms];  // [term][node]

  Nodes() : places{}, coefficients{} {
    for (std::size_t node = 0; node < kTerms; ++node) {
      const Real angle = (static_cast<Real>(node) + 0.5L) * kPi / kTerms;
      places[node] = std::cos(angle);
      for (std::size_t term = 0; term < kTerms; ++term) {
        coefficients[term][node] = (term == 0 ? 1.0L : 2.0L) / kTerms * std::cos(static_cast<Real>(term) * angle);
      }
    }
  }
};

Real sigmoid(Real x) {
  const Real small = std::exp(-std::abs(x));
  return (x < 0 ? small : 1) / (1 + small);
}

template <class Function>
void fill_series(const Nodes& nodes, const Function& function, double* series) {
  for (std::size_t term = 0; term < kTerms; ++term) {
    Real sum = 0;
    for (std::size_t node = 0; node < kTerms; ++node) {
      sum += nodes.coefficients[term][node] * function(nodes.places[node]);
    }
    series[term] = static_cast<double>(sum);
  }
}

// The series of function(target - source) in both places of two cells that are `apart`.
template <class Function>
void fill_table(const Nodes& nodes, Real apart, const Function& function, SigmoidTable& table) {
  Real by_source[kTerms][kTerms];  // [source term][target node]
  for (std::size_t source = 0; source < kTerms; ++source) {
    for (std::size_t target = 0; target < kTerms; ++target) {
      Real sum = 0;
      for (std::size_t node = 0; node < kTerms; ++node) {
        sum += nodes.coefficients[source][node] * function(apart + (nodes.places[target] - nodes.places[node]) / 2);
      }
      by_source[source][target] = sum;
    }
  }
  for (std::size_t source = 0; source < kTerms; ++source) {
    for (std::size_t target = 0; target < kTerms; ++target) {
      Real sum = 0;
      for (std::size_t node = 0; node < kTerms; ++node) {
        sum += nodes.coefficients[target][node] * by_source[source][node];
      }
      table[source][target] = static_cast<double>(sum);
    }
  }
}

SigmoidTables make_tables() {
  const Nodes nodes;
  SigmoidTables tables;
  for (long long apart = -kNearCells; apart <= kNearCells; ++apart) {
    const auto distance = static_cast<Real>(apart);
    fill_table(
        nodes, distance, [](Real x) { return sigmoid(x); }, tables.rising[apart + kNearCells]);
    fill_table(
        nodes, distance, [](Real x) { return sigmoid(-x); }, tables.falling[apart + kNearCells]);
    fill_table(
        nodes, distance, [](Real x) { return sigmoid(x) * sigmoid(-x); }, tables.slope[apart + kNearCells]);
  }
  for (std::size_t k = 0; k < kFarTerms; ++k) {
    const Real rate = static_cast<Real>(k + 1) / 2;
    fill_series(
        nodes, [=](Real t) { return std::exp(rate * t); }, tables.growing[k]);
    fill_series(
        nodes, [=](Real t) { return std::exp(-rate * t); }, tables.shrinking[k]);
  }
  return tables;
}

}  // namespace

const SigmoidTables& sigmoid_tables() {
  static const SigmoidTables kTables = make_tables();
  return kTables;
}

}  // namespace pauc::kernel
