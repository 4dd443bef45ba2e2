#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/kernel/sigmoid_tables.h"

namespace pauc::kernel {

// Ascending numbers in cells of width 1. Only occupied cells are kept.
class SigmoidCells {
 public:
  struct Cell {
    std::int64_t number;  // it holds number .. number + 1
    std::size_t begin;    // of its values
    std::size_t end;
  };

  // The numbers are distances / unit; at most kMostCells in absolute value.
  SigmoidCells(Span<const double> distances, double unit);

  static constexpr double kMostCells =
      static_cast<double>(1LL << 40);  // places in cells have digits left at this distance

  std::size_t size() const { return places_.size(); }
  const std::vector<Cell>& cells() const { return cells_; }
  const std::vector<double>& places() const { return places_; }  // [size] in its cell, -1 .. 1

 private:
  std::vector<double> places_;
  std::vector<Cell> cells_;
};

enum class SigmoidDirection {
  rising,   // s(target - source), s(x) = 1 / (1 + e^-x)
  falling,  // s(source - target)
};

struct SigmoidField {
  std::vector<double> values;  // [targets] sum of weight x s
  std::vector<double> slopes;  // [targets] sum of weight x s'(target - source), of either direction
};

// The sums over all sources at each target, in O(sources + targets). Each source is added to the Chebyshev moments of
// its cell. The moments of near cells give a target's cell the coefficients of a series by way of tables. Those of all
// other cells come as sums of exponentials that are carried along from cell to cell, once in each direction. Each
// target then reads the series of its cell. Weights may be empty: 1 each. The result does not depend on `threads`.
SigmoidField sigmoid_field(const SigmoidCells& sources, Span<const double> weights, const SigmoidCells& targets,
                           SigmoidDirection direction, int threads);

}  // namespace pauc::kernel
