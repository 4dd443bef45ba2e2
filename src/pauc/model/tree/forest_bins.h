#pragma once

#include <cstdint>
#include <vector>

#include "pauc/model/tree/forest_columns.h"

namespace pauc {

// The numbers of the training rows, each feature cut into at most 255 bins with about as many rows each; a feature of
// fewer values has a bin for each. Made once for all trees: finding the best threshold is then counting.
class ForestBins {
 public:
  static constexpr std::int32_t kMissing = 255;
  static constexpr std::int32_t kBins = 256;

  ForestBins(const ForestColumns& columns, int threads);

  const std::uint8_t* column(std::int64_t feature) const { return bins_.data() + feature * rows_; }
  // The rows of a bin are not below its bound, and below the next. The first is the smallest value.
  float bound(std::int64_t feature, std::int32_t bin) const { return bounds_[feature][bin]; }

 private:
  void cut(const ForestColumns& columns, std::int64_t feature);

  std::int64_t rows_;
  std::vector<std::uint8_t> bins_;          // [features, rows]; of numbers only
  std::vector<std::vector<float>> bounds_;  // by feature, ascending
};

}  // namespace pauc
