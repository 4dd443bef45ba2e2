#pragma once

#include <cstddef>

#include "pauc/kernel/kl_cells.h"

namespace pauc::kernel {

// The same as sum_rows_by_cells and add_columns_by_cells, pair by pair.
void sum_rows_directly(const KlRange& range, double all, double* sums, double* slopes);
void add_columns_directly(const KlRange& range, const double* weights, double* gradients);

// For small problems: scores in any order, all T at least 0. sum_all_pairs stores the slope of each pair, so that the
// gradients need no exponentials. slopes_of_pairs has ceil(rows / 8) x columns x 8 numbers.
std::size_t size_of_pairs(std::size_t rows, std::size_t columns);
void sum_all_pairs(const KlRange& range, double* sums, double* slopes, double* slopes_of_pairs);
void add_all_pairs(const KlRange& range, const double* weights, const double* slopes_of_pairs, double* gradients);

}  // namespace pauc::kernel
