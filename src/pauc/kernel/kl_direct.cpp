#include "pauc/kernel/kl_direct.h"

#include <algorithm>

#include "pauc/kernel/kl_block.h"

namespace pauc::kernel {

namespace {

// Moves `inside` to the number of negatives in the window of a block of rows.
void move_to_window(const KlRange& range, std::size_t first_row, std::size_t count, std::size_t& inside) {
  const double window = kl_window(range.reaches[first_row], range.reaches[first_row + count - 1], range.bound);
  while (inside < range.columns && range.distances[inside] <= window) ++inside;
  while (inside > 0 && range.distances[inside - 1] > window) --inside;
}

}  // namespace

PAUC_CLONES void sum_rows_directly(const KlRange& range, double all, double* sums, double* slopes) {
  std::size_t inside = 0;
  for (std::size_t i = 0; i < range.rows; i += kBlock) {
    const std::size_t count = std::min(kBlock, range.rows - i);
    move_to_window(range, i, count, inside);
    const KlBlock reach = load_some(range.reaches + i, count, range.reaches[i + count - 1]);
    // Negatives beyond the window lie beyond the hinge, or weigh nothing.
    const double beyond = all - static_cast<double>(inside);
    KlBlock sum = beyond * base_of(reach);
    KlBlock slope = same_block(0);
    add_pairs(range.distances, 0, inside, reach, sum, slope);
    store_some(sum, count, sums + i);
    store_some(slope, count, slopes + i);
  }
}

PAUC_CLONES void add_columns_directly(const KlRange& range, const double* weights, double* gradients) {
  std::size_t inside = 0;
  for (std::size_t i = 0; i < range.rows; i += kBlock) {
    const std::size_t count = std::min(kBlock, range.rows - i);
    move_to_window(range, i, count, inside);
    const KlBlock reach = load_some(range.reaches + i, count, range.reaches[i + count - 1]);
    const KlBlock weight = load_some(weights + i, count, 0);
    add_pair_gradients(range.distances, 0, inside, reach, weight, gradients);
  }
}

std::size_t size_of_pairs(std::size_t rows, std::size_t columns) {
  return (rows + kBlock - 1) / kBlock * columns * kBlock;
}

PAUC_CLONES void sum_all_pairs(const KlRange& range, double* sums, double* slopes, double* slopes_of_pairs) {
  for (std::size_t i = 0; i < range.rows; i += kBlock) {
    const std::size_t count = std::min(kBlock, range.rows - i);
    const KlBlock reach = load_some(range.reaches + i, count, 0);
    KlBlock sum = same_block(0);
    KlBlock slope = same_block(0);
    for (std::size_t j = 0; j < range.columns;) {
      const std::size_t end = std::min(range.columns, j + kChain);
      KlBlock weights = same_block(0);
      KlBlock rises = same_block(0);
      for (; j < end; ++j, slopes_of_pairs += kBlock) {
        KlBlock weight = same_block(0);
        KlBlock rise = same_block(0);
        weigh_pairs(reach, range.distances[j], weight, rise);
        weights = weights + weight;
        rises = rises + rise;
        store_block(rise, slopes_of_pairs);
      }
      sum = sum + weights;
      slope = slope + rises;
    }
    store_some(sum, count, sums + i);
    store_some(slope, count, slopes + i);
  }
}

PAUC_CLONES void add_all_pairs(const KlRange& range, const double* weights, const double* slopes_of_pairs,
                               double* gradients) {
  for (std::size_t i = 0; i < range.rows; i += kBlock) {
    const KlBlock weight = load_some(weights + i, std::min(kBlock, range.rows - i), 0);
    for (std::size_t j = 0; j < range.columns; ++j, slopes_of_pairs += kBlock) {
      gradients[j] += sum_of(load_block(slopes_of_pairs) * weight);
    }
  }
}

}  // namespace pauc::kernel
