#include "pauc/model/tree/forest_bins.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "pauc/core/parallel.h"

namespace pauc {

namespace {

// Between two values, or the larger one where no float lies between them.
float middle_of(float below, float above) {
  const auto middle = static_cast<float>((double{below} + double{above}) / 2);
  return middle > below ? middle : above;
}

std::size_t different_values(const std::vector<float>& ascending) {
  std::size_t different = ascending.empty() ? 0 : 1;
  for (std::size_t k = 1; k < ascending.size(); ++k) different += ascending[k - 1] < ascending[k] ? 1 : 0;
  return different;
}

// A bin for each value where they are few. Otherwise a bin ends when it has its share of the rows that are left, so
// that a value of many rows does not cost the others their bins. Rows of one value are never in two bins.
std::vector<float> bounds_of(const std::vector<float>& ascending) {
  if (ascending.empty()) return {};
  const bool each_value = different_values(ascending) <= ForestBins::kMissing;
  std::vector<float> bounds = {ascending[0]};
  std::size_t begin = 0;  // of the bin
  for (std::size_t k = 1; k < ascending.size() && bounds.size() < ForestBins::kMissing; ++k) {
    if (!(ascending[k - 1] < ascending[k])) continue;
    const std::size_t bins_left = ForestBins::kMissing - bounds.size() + 1;
    if (!each_value && (k - begin) * bins_left < ascending.size() - begin) continue;
    bounds.push_back(middle_of(ascending[k - 1], ascending[k]));
    begin = k;
  }
  return bounds;
}

}  // namespace

ForestBins::ForestBins(const ForestColumns& columns, int threads)
    : rows_(columns.rows()),
      bins_(static_cast<std::size_t>(columns.rows() * columns.features())),
      bounds_(static_cast<std::size_t>(columns.features())) {
  parallel_for(columns.features(), threads, [&](std::int64_t feature) {
    if (columns.categories(feature) == 0) cut(columns, feature);
  });
}

void ForestBins::cut(const ForestColumns& columns, std::int64_t feature) {
  const float* values = columns.column(feature);
  std::vector<float> ascending;
  ascending.reserve(static_cast<std::size_t>(rows_));
  std::copy_if(values, values + rows_, std::back_inserter(ascending), [](float value) { return !std::isnan(value); });
  std::sort(ascending.begin(), ascending.end());
  bounds_[feature] = bounds_of(ascending);
  const std::vector<float>& bounds = bounds_[feature];
  std::uint8_t* bins = bins_.data() + feature * rows_;
  for (std::int64_t row = 0; row < rows_; ++row) {
    const auto next = std::upper_bound(bounds.begin(), bounds.end(), values[row]);
    bins[row] = static_cast<std::uint8_t>(std::isnan(values[row]) ? kMissing : next - bounds.begin() - 1);
  }
}

}  // namespace pauc
