#pragma once

#include <cstddef>

namespace pauc {

// Sums over the pairs of a range of rows and the negatives of its window, in the units of KlSums: reaches T and
// distances D, both ascending. The window [0, count x width] is cut into equal cells. About the middle T of the rows
// and the centre c of a cell, with x = D - c,
//
//   exp(-D (2T - D)) = exp(-c (2T - c)) x exp(x (x - 2 (middle - c))) x exp(-2 (T - middle) x),
//
// a factor of the row, a factor of the negative and a short power series of their product: each negative enters its
// cell's moments once, each row reads the cells. Rows are swept in the order of T, eight at a time, and the few
// negatives between which their hinges lie are paired directly, so that the hinge is exact.
struct KlCells {
  // |2 (T - middle) x| up to which the series is exact: half the rows' range of T x the width.
  static constexpr double kReach = 1;

  double middle = 0;
  double width = 1;
  std::size_t count = 0;
};

struct KlRange {
  const double* distances;
  std::size_t columns;  // negatives of the window
  const double* reaches;
  std::size_t rows;
};

// sums[i] = sum of exp(-D (2T - D)) over the negatives with D < T, and exp(-T^2) for the others of `all`;
// slopes[i] = the same sum of weight x 2 (T - D), 0 beyond T.
void sum_rows_by_cells(const KlCells& cells, const KlRange& range, double all, double* sums, double* slopes);

// gradients[j] += sum_i weights[i] exp(-D (2T - D)) 2 (T - D) over the rows with T > D.
void add_columns_by_cells(const KlCells& cells, const KlRange& range, const double* weights, double* gradients);

}  // namespace pauc
