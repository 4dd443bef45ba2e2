#include "pauc/model/table/row_products.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <vector>

#include "pauc/core/target_clones.h"

// How vectors are passed would depend on the processor; they are never passed, all functions of theirs are inlined.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace pauc {

namespace {

// One register of x86-64-v3. (GCC 12 keeps longer ones in memory.)
// NOLINTBEGIN(modernize-use-using): attributes
typedef float FloatLanes __attribute__((vector_size(32), aligned(4), may_alias));
typedef double DoubleLanes __attribute__((vector_size(32), aligned(8), may_alias));
// NOLINTEND(modernize-use-using)
template <class Number>
struct LanesOf;
template <>
struct LanesOf<float> {
  using Type = FloatLanes;
};
template <>
struct LanesOf<double> {
  using Type = DoubleLanes;
};
template <class Number>
using Lanes = typename LanesOf<Number>::Type;

template <class Number>
constexpr std::int64_t kLanes = sizeof(Lanes<Number>) / sizeof(Number);
template <class Number>
constexpr std::int64_t kPanelWidth = 2 * kLanes<Number>;  // results that are computed at once

constexpr std::int64_t kRowsInTile = 6;  // as many as there are registers for their sums
constexpr std::int64_t kRowsAtOnce = 16 * kRowsInTile;
constexpr std::int64_t kTermsAtOnce = 256;  // a panel's weights of so many terms fit into the first cache

// The weights as panels of results, [panels, terms, width], filled up with 0.
template <class Number>
std::vector<Number> packed(const RowProducts<Number>& products) {
  constexpr std::int64_t kWidth = kPanelWidth<Number>;
  const std::int64_t panels = (products.results + kWidth - 1) / kWidth;
  std::vector<Number> all(panels * products.terms * kWidth);
  for (std::int64_t result = 0; result < products.results; ++result) {
    const Number* from = products.weight + result * products.terms;
    Number* column = all.data() + result / kWidth * products.terms * kWidth + result % kWidth;
    for (std::int64_t k = 0; k < products.terms; ++k) column[k * kWidth] = from[k];
  }
  return all;
}

// Some terms of some rows' sums for one panel of results.
struct Tile {
  std::int64_t row = 0;
  std::int64_t result = 0;
  std::int64_t width = 0;  // the last panel may have less than the others
  std::int64_t first_term = 0;
  std::int64_t last_term = 0;
};

template <class Number>
PAUC_INLINE Lanes<Number> load(const Number* from) {
  return *reinterpret_cast<const Lanes<Number>*>(from);
}

// `sums` [rows, stride] go on from what they are.
template <std::int64_t kRows, class Number>
PAUC_INLINE void add_tile(const RowProducts<Number>& products, const Number* panel, const Tile& tile, Number* sums,
                          std::int64_t stride) {
  const std::int64_t terms = products.terms;
  const Number* input = products.input + tile.row * terms;
  Lanes<Number> low[kRows];
  Lanes<Number> high[kRows];
  for (std::int64_t r = 0; r < kRows; ++r) {
    low[r] = load(sums + r * stride);
    high[r] = load(sums + r * stride + kLanes<Number>);
  }
  for (std::int64_t term = tile.first_term; term < tile.last_term; ++term) {
    const Lanes<Number> low_weights = load(panel + term * kPanelWidth<Number>);
    const Lanes<Number> high_weights = load(panel + term * kPanelWidth<Number> + kLanes<Number>);
    for (std::int64_t r = 0; r < kRows; ++r) {
      low[r] += low_weights * input[r * terms + term];
      high[r] += high_weights * input[r * terms + term];
    }
  }
  for (std::int64_t r = 0; r < kRows; ++r) {
    *reinterpret_cast<Lanes<Number>*>(sums + r * stride) = low[r];
    *reinterpret_cast<Lanes<Number>*>(sums + r * stride + kLanes<Number>) = high[r];
  }
}

template <std::int64_t kRows, class Number>
PAUC_INLINE void add_to_output(const RowProducts<Number>& products, const Number* panel, const Tile& tile,
                               Number* output) {
  Number* to = output + tile.row * products.results + tile.result;
  if (tile.width == kPanelWidth<Number>) return add_tile<kRows>(products, panel, tile, to, products.results);
  Number sums[kRows * kPanelWidth<Number>] = {};
  for (std::int64_t r = 0; r < kRows; ++r) {
    std::copy_n(to + r * products.results, tile.width, sums + r * kPanelWidth<Number>);
  }
  add_tile<kRows>(products, panel, tile, sums, kPanelWidth<Number>);
  for (std::int64_t r = 0; r < kRows; ++r) {
    std::copy_n(sums + r * kPanelWidth<Number>, tile.width, to + r * products.results);
  }
}

template <class Number>
PAUC_INLINE void multiply_range_in(const RowProducts<Number>& products, const Number* panels, std::int64_t begin,
                                   std::int64_t end, Number* output) {
  constexpr std::int64_t kWidth = kPanelWidth<Number>;
  for (std::int64_t row = begin; row < end; ++row) {
    std::copy_n(products.bias, products.results, output + row * products.results);
  }
  for (std::int64_t term = 0; term < products.terms; term += kTermsAtOnce) {
    for (std::int64_t result = 0; result < products.results; result += kWidth) {
      Tile tile{begin, result, std::min(kWidth, products.results - result), term,
                std::min(term + kTermsAtOnce, products.terms)};
      const Number* panel = panels + result * products.terms;
      for (; tile.row + kRowsInTile <= end; tile.row += kRowsInTile) {
        add_to_output<kRowsInTile>(products, panel, tile, output);
      }
      for (; tile.row < end; ++tile.row) add_to_output<1>(products, panel, tile, output);
    }
  }
}

PAUC_CLONES void multiply_range(const RowProducts<float>& products, const float* panels, std::int64_t begin,
                                std::int64_t end, float* output) {
  multiply_range_in(products, panels, begin, end, output);
}

void multiply_range(const RowProducts<double>& products, const double* panels, std::int64_t begin, std::int64_t end,
                    double* output) {
  multiply_range_in(products, panels, begin, end, output);
}

}  // namespace

template <class Number>
void multiply_rows(const RowProducts<Number>& products, Number* output) {
  const std::vector<Number> panels = packed(products);
  at::parallel_for(0, products.rows, kRowsAtOnce, [&](std::int64_t begin, std::int64_t end) {
    for (; begin < end; begin += kRowsAtOnce) {
      multiply_range(products, panels.data(), begin, std::min(begin + kRowsAtOnce, end), output);
    }
  });
}

template void multiply_rows(const RowProducts<float>&, float*);
template void multiply_rows(const RowProducts<double>&, double*);

}  // namespace pauc
