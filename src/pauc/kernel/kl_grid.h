#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "pauc/kernel/kl_cells.h"

namespace pauc::kernel {

// The position of a cell and the weights of its negatives.
struct KlCell {
  double centre;
  double per_half;  // 1 / half the width: powers of x / half stay near 1
  double half;
  double tilt;  // 2 (middle - c)
};

// The cells of a range: the negatives in each cell, and the growth of a row's factor exp(-c (2T - c)) from cell to
// cell.
class KlGrid {
 public:
  KlGrid(const KlCells& cells, const KlRange& range)
      : cells_(cells), per_width_(1 / cells.width), first_(cells.count + 1), growth_(cells.count) {
    const double* end = range.distances + range.columns;
    for (std::size_t k = 0; k < cells.count; ++k) {
      const double edge = cells.start + cells.width * static_cast<double>(k);
      first_[k] = std::lower_bound(range.distances, end, edge) - range.distances;
      growth_[k] = std::exp(2 * cells.width * (edge + cells.width));
    }
    first_.front() = 0;
    first_.back() = range.columns;
  }

  std::size_t first(std::size_t k) const { return first_[k]; }
  // Number of cells that begin within the window.
  std::size_t count_within(double window) const {
    return static_cast<std::size_t>(
        std::clamp(std::ceil((window - cells_.start) * per_width_), 0.0, static_cast<double>(cells_.count)));
  }
  double growth(std::size_t k) const { return growth_[k]; }
  double centre(std::size_t k) const { return cells_.start + cells_.width * (static_cast<double>(k) + 0.5); }
  KlCell cell(std::size_t k) const {
    const double half = cells_.width / 2;
    return {centre(k), 1 / half, half, 2 * (cells_.middle - centre(k))};
  }

 private:
  KlCells cells_;
  double per_width_;
  std::vector<std::size_t> first_;
  std::vector<double> growth_;
};

}  // namespace pauc::kernel
