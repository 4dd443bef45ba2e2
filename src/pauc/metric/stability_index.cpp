#include "pauc/metric/stability_index.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <unordered_map>

namespace pauc {

namespace {

constexpr std::size_t kBins = 10;

// Lower ends of bins with about equally many of the values, but for the first bin. Where equal values leave fewer bins,
// values below and above all of them have bins of their own.
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

std::vector<std::int64_t> counts_in(const std::vector<float>& ends, Span<const float> values) {
  std::vector<std::int64_t> counts(ends.size() + 2);  // the last: missing
  for (const float value : values) {
    const auto bin = std::isnan(value) ? static_cast<std::ptrdiff_t>(ends.size() + 1)
                                       : std::upper_bound(ends.begin(), ends.end(), value) - ends.begin();
    ++counts[static_cast<std::size_t>(bin)];
  }
  return counts;
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
  return drift;
}

Drift number_drift(Span<const float> before, Span<const float> now) {
  std::vector<float> known;
  std::copy_if(before.begin(), before.end(), std::back_inserter(known), [](float value) { return !std::isnan(value); });
  const std::vector<float> ends = bin_ends(std::move(known));
  return stability_index(counts_in(ends, before), counts_in(ends, now));
}

Drift category_drift(Span<const std::int32_t> before, Span<const std::int32_t> now) {
  std::unordered_map<std::int32_t, std::int64_t> counts;
  for (const std::int32_t category : before) ++counts[category];
  std::unordered_map<std::int32_t, std::size_t> bins;
  for (const auto& [category, count] : counts) {
    if (100 * count >= before.size()) bins.emplace(category, bins.size());
  }
  const auto counted = [&](Span<const std::int32_t> categories) {
    std::vector<std::int64_t> in_bins(bins.size() + 1);  // the last: all others
    for (const std::int32_t category : categories) {
      const auto found = bins.find(category);
      ++in_bins[found == bins.end() ? bins.size() : found->second];
    }
    return in_bins;
  };
  return stability_index(counted(before), counted(now));
}

}  // namespace pauc
