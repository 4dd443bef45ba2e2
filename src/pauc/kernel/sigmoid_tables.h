#pragma once

#include <cstddef>

namespace pauc::kernel {

// Constants for sums of s(x) = 1 / (1 + e^-x) over pairs of cells of width 1. A place in a cell is t = -1 .. 1, and
// functions of it are series of Chebyshev polynomials T_0 .. T_15. The poles of s are pi away from the real axis, so 16
// terms leave an error below the last bits of a sum.
constexpr std::size_t kSigmoidTerms = 16;

// Cells up to so many apart are near: their pairs go through `near` tables. The values of all others differ by at least
// this number, so that kFarTerms terms of s(-x) = e^-x - e^-2x + e^-3x - ... are exact, also in the slope.
constexpr long long kNearCells = 4;
constexpr std::size_t kFarTerms = 10;

// Moments of a source cell to coefficients of the series of a target cell: [source term][target term].
using SigmoidTable = double[kSigmoidTerms][kSigmoidTerms];

struct SigmoidTables {
  // By (target cell - source cell) + kNearCells, of functions of x = target - source.
  SigmoidTable rising[2 * kNearCells + 1];   // s(x)
  SigmoidTable falling[2 * kNearCells + 1];  // s(-x)
  SigmoidTable slope[2 * kNearCells + 1];    // s'(x) = s(x) s(-x)
  // exp(k t / 2) for k = 1 .. kFarTerms: how the k-th far term varies in a cell towards higher values...
  double growing[kFarTerms][kSigmoidTerms];
  double shrinking[kFarTerms][kSigmoidTerms];  // ... and exp(-k t / 2)
};

// Computed on the first call.
const SigmoidTables& sigmoid_tables();

}  // namespace pauc::kernel
