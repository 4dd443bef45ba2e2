#pragma once

#include <cstdint>

namespace pauc {

// results[r][o] = bias[o] + sum over k of rows[r][k] weight[o][k], for float and double. Each is summed on its own,
// term after term: it has the same bits whatever rows stand beside it and however many threads there are. (With
// OpenBLAS's kernels for Haswell and Zen they depend on a row's place in the matrix.)
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
