#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "pauc/core/span.h"

namespace pauc {

/// How far a distribution has moved.
struct Drift {
  double index = 0;      ///< population-stability index
  double by_chance = 0;  ///< its mean if nothing has moved, with so many rows
  std::int64_t bins = 0;
  double p = 1;  ///< probability of such an index if nothing has moved
  double level =
      0.05;  ///< p from which on it is more than chance; divide it by the number of indices that are looked at

  /// Whether it is more than chance and more than the usual bound for a large change.
  bool is_large() const { return index > 0.25 && p < level; }
  /// The same for a change worth a look.
  bool is_notable() const { return index > 0.1 && p < level; }
};

/// Population-stability index: the sum of (p - q) log(p / q) over bins, p the share now and q before. Half a row is
/// added to each bin, so that empty bins count and no share is 0. If both are samples of one distribution, its mean is
/// about (bins - 1) (1/n + 1/m); divided by 1/n + 1/m it is then nearly chi-squared with bins - 1 degrees of freedom,
/// which gives p. Rows count as independent.
Drift stability_index(const std::vector<std::int64_t>& before, const std::vector<std::int64_t>& now);

/// Up to 10 bins with about equally many of the numbers before, and a bin of missing values (NaN). Where equal values
/// leave fewer bins, values below and above all of them have bins of their own.
class NumberBins {
 public:
  /// From the numbers before.
  explicit NumberBins(std::vector<float> before);
  /// Number of bins.
  std::size_t size() const { return ends_.size() + 2; }
  /// Bin of a value.
  std::size_t of(float value) const;

 private:
  std::vector<float> ends_;  // lower ends, but for the first bin
};

/// A bin for each category with at least 1 % of the rows before, and one for all others, also new ones.
class CategoryBins {
 public:
  /// From the number of rows that each category had before.
  explicit CategoryBins(const std::unordered_map<std::string, std::int64_t>& before);
  /// Number of bins.
  std::size_t size() const { return bins_.size() + 1; }
  /// Bin of a category.
  std::size_t of(const std::string& category) const;

 private:
  std::unordered_map<std::string, std::size_t> bins_;
};

/// The index of numbers.
Drift number_drift(Span<const float> before, Span<const float> now);

}  // namespace pauc
