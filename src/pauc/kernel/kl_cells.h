#pragma once

#include <cstddef>

namespace pauc::kernel {

// Sums over pairs of a range of rows and the negatives in its window, in the units of KlSums: reaches T and distances
// D, both ascending. The window [start, start + count x width] is divided into equal cells. Let `middle` be the middle
// T of the rows, c the centre of a cell and x = D - c. Then
//
//   exp(-D (2T - D)) = exp(-c (2T - c)) x exp(x (x - 2 (middle - c))) x exp(-2 (T - middle) x)
//
// The first factor depends on the row, the second on the negative, and the third is a short power series in their
// product. So each negative is added once to the moments of its cell, and each row reads the cells. Rows are processed
// in the order of T, eight at a time. The few negatives between their hinges are paired directly, so that the hinge is
// exact.
struct KlCells {
  double middle = 0;
  double start = 0;
  double width = 1;
  std::size_t count = 0;
  int terms = 0;  // one of kKlSeries
};

// Largest |2 (T - middle) x| for which a series has enough terms: the first omitted term is below the last bit, also in
// the derivative. |2 (T - middle) x| is at most half the range of T times the width.
struct KlSeries {
  int terms;
  double reach;
};
constexpr KlSeries kKlSeries[] = {{16, 0.5}, {19, 1}, {25, 2}};

struct KlRange {
  const double* distances;
  std::size_t columns;  // negatives in the window, or in a part of it
  const double* reaches;
  std::size_t rows;
  double bound;  // weights below e^-bound of a row's largest are left out
};

// The window of a row with this T: only negatives with D below it weigh more than e^-bound of the row's largest term.
// It increases with T up to sqrt(bound) and decreases after that.
double kl_window(double reach, double bound);
// The largest window of all rows with T between these two values.
double kl_window(double lowest, double highest, double bound);

// sums[i] is the sum of exp(-D (2T - D)) over the negatives with D < T, plus exp(-T^2) for each of the other negatives;
// `all` is the number of both. slopes[i] is the sum of weight x 2 (T - D), which is 0 for D > T.
void sum_rows_by_cells(const KlCells& cells, const KlRange& range, double all, double* sums, double* slopes);

// gradients[j] += sum_i weights[i] exp(-D (2T - D)) 2 (T - D) over the rows with T > D.
void add_columns_by_cells(const KlCells& cells, const KlRange& range, const double* weights, double* gradients);

}  // namespace pauc::kernel
