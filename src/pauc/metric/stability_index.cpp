#include "pauc/metric/stability_index.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "pauc/metric/interval/distributions.h"

namespace pauc {

namespace {

constexpr std::size_t kBins = 10;

std::vector<float> bin_ends(std::vector<float> values) {
  std::sort(values.begin(), values.end());
  std::vector<float> ends;
  for (std::size_t k = 1; k < kBins && !values.empty(); ++k) {
    const float end = values[values.size() * k / kBins];
    if (end > values.front() && (ends.empty() || end > ends.back())) ends.push_back(end);
  }
  if (ends.size() + 1 == kBins || values.empty()) return ends;
  ends.insert(ends.begin(), values.front());
  ends.push_back(std::nextafter(values.back(), std::numeric_limits<float>::infinity()));
  return ends;
}

// Bins that nobody is in tell nothing.
void drop_empty(std::vector<std::int64_t>& before, std::vector<std::int64_t>& now) {
  std::size_t kept = 0;
  for (std::size_t k = 0; k < before.size(); ++k) {
    if (before[k] == 0 && now[k] == 0) continue;
    before[kept] = before[k];
    now[kept++] = now[k];
  }
  before.resize(kept);
  now.resize(kept);
}

}  // namespace

Drift stability_index(const std::vector<std::int64_t>& before_counts, const std::vector<std::int64_t>& now_counts) {
  std::vector<std::int64_t> before = before_counts;
  std::vector<std::int64_t> now = now_counts;
  drop_empty(before, now);
  const auto total = [](const std::vector<std::int64_t>& counts) {
    return static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
  };
  const auto bins = static_cast<double>(before.size());
  const double n = total(before);
  const double m = total(now);
  Drift drift;
  drift.bins = static_cast<std::int64_t>(before.size());
  if (n == 0 || m == 0) return drift;
  for (std::size_t k = 0; k < before.size(); ++k) {
    const double q = (static_cast<double>(before[k]) + 0.5) / (n + bins / 2);
    const double p = (static_cast<double>(now[k]) + 0.5) / (m + bins / 2);
    drift.index += (p - q) * std::log(p / q);
  }
  drift.by_chance = (bins - 1) * (1 / n + 1 / m);
  drift.p = chi_squared_tail(drift.index / (1 / n + 1 / m), bins - 1);
  return drift;
}

NumberBins::NumberBins(std::vector<float> before) {
  before.erase(std::remove_if(before.begin(), before.end(), [](float value) { return std::isnan(value); }),
               before.end());
  ends_ = bin_ends(std::move(before));
}

std::size_t NumberBins::of(float value) const {
  if (std::isnan(value)) return ends_.size() + 1;
  return static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), value) - ends_.begin());
}

CategoryBins::CategoryBins(const std::unordered_map<std::string, std::int64_t>& before) {
  std::int64_t rows = 0;
  for (const auto& [category, count] : before) rows += count;
  for (const auto& [category, count] : before) {
    if (100 * count >= rows) bins_.emplace(category, bins_.size());
  }
}

std::size_t CategoryBins::of(const std::string& category) const {
  const auto found = bins_.find(category);
  return found == bins_.end() ? bins_.size() : found->second;
}

Drift number_drift(Span<const float> before, Span<const float> now) {
  const NumberBins bins({before.begin(), before.end()});
  std::vector<std::int64_t> counts_before(bins.size()), counts_now(bins.size());
  for (const float value : before) ++counts_before[bins.of(value)];
  for (const float value : now) ++counts_now[bins.of(value)];
  return stability_index(counts_before, counts_now);
}

}  // namespace pauc
