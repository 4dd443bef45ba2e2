#include "pauc/model/tree/forest_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"

namespace pauc {

namespace {

constexpr std::int64_t kRowsAtOnce = 1024;

}  // namespace

ForestColumns::ForestColumns(std::int64_t rows, std::int64_t features, std::vector<std::int64_t> categories,
                             const GatherRange& gather)
    : rows_(rows),
      features_(features),
      categories_(std::move(categories)),
      values_(static_cast<std::size_t>(rows * features)),
      has_missing_(static_cast<std::size_t>(features)) {
  require(rows <= std::numeric_limits<std::int32_t>::max(), "forest: expected up to ",
          std::numeric_limits<std::int32_t>::max(), " rows, got ", rows);
  for (std::int64_t begin = 0; begin < rows; begin += kRowsAtOnce) {
    const std::int64_t end = std::min(rows, begin + kRowsAtOnce);
    const Batch batch = gather(begin, end);
    const float* from = cpu_data<float>(batch.features);
    for (std::int64_t feature = 0; feature < features; ++feature) {
      for (std::int64_t row = begin; row < end; ++row) {
        const float value = from[(row - begin) * features + feature];
        values_[feature * rows + row] = value;
        require_known(value, feature);
        if (std::isnan(value)) has_missing_[feature] = 1;
      }
    }
  }
}

void ForestColumns::require_known(float value, std::int64_t feature) const {
  const std::int64_t count = categories(feature);
  const bool fits = count == 0 || std::isnan(value) || (value >= 0 && value < static_cast<float>(count));
  require(fits, "forest: feature ", feature, ": expected a category below ", count, ", got ", value);
}

std::int64_t ForestColumns::most_categories() const {
  return categories_.empty() ? 0 : *std::max_element(categories_.begin(), categories_.end());
}

}  // namespace pauc
