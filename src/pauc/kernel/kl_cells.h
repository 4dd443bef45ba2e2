#pragma once

#include <cstddef>

namespace pauc::kernel {

// Sums over the pairs of a range of rows and the negatives of its window, in the units of KlSums: reaches T and
// distances D, both ascending. The window [start, start + count x width] is cut into equal cells. About the middle T of
// the rows and the centre c of a cell, with x = D - c,
//
//   exp(-D (2T - D)) = exp(-c (2T - c)) x exp(x (x - 2 (middle - c))) x exp(-2 (T - middle) x),
//
// a factor of the row, a factor of the negative and a short power series of their product: each negative enters its
// cell's moments once, each row reads the cells. Rows are swept in the order of T, eight at a time, and the few
// negatives between which their hinges lie are paired directly, so that the hinge is exact.
struct KlCells {
  double middle = 0;
  double start = 0;
  double width = 1;
  std::size_t count = 0;
  int terms = 0;  // one of kKlSeries
};

// How far series of so many terms reach: |2 (T - middle) x|, which is up to half the rows' range of T x the width. The
// first term left out is below the last bit, and that of the derivative too.
struct KlSeries {
  int terms;
  double reach;
};
constexpr KlSeries kKlSeries[] = {{16, 0.5}, {19, 1}, {25, 2}};

struct KlRange {
  const double* distances;
  std::size_t columns;  // negatives of the window, or of a part of it
  const double* reaches;
  std::size_t rows;
  double bound;  // weights below e^-bound of a row's largest are left out
};

// Of a row of this T, only negatives with D up to here weigh more than e^-bound of its largest term. It grows to
// sqrt(bound) and falls from there.
double kl_window(double reach, double bound);
// The largest window of rows between these two.
double kl_window(double lowest, double highest, double bound);

// sums[i] = sum of exp(-D (2T - D)) over the negatives with D < T, and exp(-T^2) for the others of `all`;
// slopes[i] = the same sum of weight x 2 (T - D), 0 beyond T.
void sum_rows_by_cells(const KlCells& cells, const KlRange& range, double all, double* sums, double* slopes);

// gradients[j] += sum_i weights[i] exp(-D (2T - D)) 2 (T - D) over the rows with T > D.
void add_columns_by_cells(const KlCells& cells, const KlRange& range, const double* weights, double* gradients);

}  // namespace pauc::kernel
