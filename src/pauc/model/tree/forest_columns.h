#pragma once

#include <cstdint>
#include <vector>

#include "pauc/model/model.h"

namespace pauc {

// Training rows column by column: a split reads one feature of many rows.
class ForestColumns {
 public:
  // `categories` as in InputShape. `gather` is called once for each row, with up to 1024 rows at a time.
  ForestColumns(std::int64_t rows, std::int64_t features, std::vector<std::int64_t> categories,
                const GatherRange& gather);

  std::int64_t rows() const { return rows_; }
  std::int64_t features() const { return features_; }
  const float* column(std::int64_t feature) const { return values_.data() + feature * rows_; }
  bool has_missing(std::int64_t feature) const { return has_missing_[feature] != 0; }
  // Number of categories of a feature; 0: it is a number.
  std::int64_t categories(std::int64_t feature) const { return categories_.empty() ? 0 : categories_[feature]; }
  // The largest of these numbers.
  std::int64_t most_categories() const;

 private:
  void require_known(float value, std::int64_t feature) const;

  std::int64_t rows_;
  std::int64_t features_;
  std::vector<std::int64_t> categories_;
  std::vector<float> values_;  // [features, rows]; NaN: missing
  std::vector<std::uint8_t> has_missing_;
};

}  // namespace pauc
