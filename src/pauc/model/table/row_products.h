#pragma once

#include <cstdint>

namespace pauc {

// results[r][o] = bias[o] + sum over k of rows[r][k] weight[o][k], for float and double. Each sum is
// computed by itself, term by term, so its bits do not depend on the other rows or on the number of threads. (With
// OpenBLAS's kernels for Haswell and Zen they depend on the position of the row in the matrix.)
template <class Number>
struct RowProducts {
  std::int64_t rows = 0;
  std::int64_t terms = 0;
  std::int64_t results = 0;
  const Number* input = nullptr;   // [rows, terms]
  const Number* weight = nullptr;  // [results, terms]
  const Number* bias = nullptr;    // [results]
};

template <class Number>
void multiply_rows(const RowProducts<Number>& products, Number* output);

}  // namespace pauc
