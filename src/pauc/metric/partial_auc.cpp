#include "pauc/metric/partial_auc.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "pauc/core/random.h"
#include "pauc/core/sort.h"
#include "pauc/metric/area.h"
#include "pauc/metric/roc.h"

namespace pauc {

namespace {

constexpr std::int64_t kChunk = 2048;
constexpr std::int64_t kSampleSize = 1 << 14;
constexpr std::int64_t kWorthSampling = 16 * kSampleSize;
constexpr std::uint64_t kEveryKey = std::numeric_limits<std::uint64_t>::max();

struct SplitKeys {
  std::vector<std::uint64_t> positives;
  std::vector<std::uint64_t> negatives;
};

// The keys of each class up to `last_key`. Rows go through small buffers without branches; labels are random, branches
// on them cost more than the copy.
SplitKeys split_keys(const Cases& cases, const ClassTotals& totals, std::uint64_t last_key) {
  SplitKeys keys;
  keys.positives.reserve(totals.positive_rows);  // memory that is never written to costs nothing
  keys.negatives.reserve(totals.negative_rows);
  std::uint64_t buffers[2][kChunk];
  for (std::int64_t begin = 0; begin < cases.scores.size(); begin += kChunk) {
    const std::int64_t end = std::min(begin + kChunk, cases.scores.size());
    std::int64_t filled[2] = {0, 0};
    for (std::int64_t i = begin; i < end; ++i) {
      const std::uint64_t key = descending_key(cases.scores[i]);
      const std::uint8_t label = cases.labels[i];
      const auto kept = static_cast<std::int64_t>(key <= last_key);
      buffers[0][filled[0]] = key;
      buffers[1][filled[1]] = key;
      filled[0] += kept & (1 - label);
      filled[1] += kept & label;
    }
    keys.negatives.insert(keys.negatives.end(), buffers[0], buffers[0] + filled[0]);
    keys.positives.insert(keys.positives.end(), buffers[1], buffers[1] + filled[1]);
  }
  return keys;
}

// A key that the negative at `fpr_max` very likely does not lie beyond, by a random sample of the negatives.
std::uint64_t likely_last_key(const Cases& cases, double fpr_max) {
  if (cases.scores.size() < kWorthSampling || fpr_max >= 1) return kEveryKey;
  Random random(0);
  std::vector<std::uint64_t> sample;
  for (std::int64_t tries = 0; tries < 4 * kSampleSize; ++tries) {
    const std::uint32_t row = random.below(static_cast<std::uint32_t>(cases.scores.size()));
    if (cases.labels[row] == 0) sample.push_back(descending_key(cases.scores[row]));
  }
  const auto size = static_cast<double>(sample.size());
  const double rank = fpr_max * size + 4 * std::sqrt(fpr_max * (1 - fpr_max) * size) + 8;
  if (rank >= size) return kEveryKey;
  const auto cut = sample.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(sample.begin(), cut, sample.end());
  return *cut;
}

// Walks both sorted classes from the top, one segment a run of negatives or a tie block; rises between them enclose no
// area.
double walk(const SplitKeys& keys, RegionArea area) {
  const auto& positives = keys.positives;
  const auto& negatives = keys.negatives;
  std::size_t i = 0;
  std::size_t j = 0;
  Vertex at;
  while (j < negatives.size() && !area.finished(at)) {
    while (i < positives.size() && positives[i] < negatives[j]) ++i;
    const Vertex from{static_cast<double>(j), static_cast<double>(i)};
    if (i < positives.size() && positives[i] == negatives[j]) {
      const std::uint64_t tied = negatives[j];
      while (i < positives.size() && positives[i] == tied) ++i;
      while (j < negatives.size() && negatives[j] == tied) ++j;
    } else {
      const std::uint64_t next_positive = i < positives.size() ? positives[i] : kEveryKey;
      while (j < negatives.size() && negatives[j] < next_positive) ++j;
    }
    at = {static_cast<double>(j), static_cast<double>(i)};
    area.add(from, at);
  }
  return area.normalised();
}

double normalised_area(const Cases& cases, const Region& region, int threads) {
  const ClassTotals totals = check(cases);
  check(region);
  if (!cases.weights.empty()) return measured(roc_curve(cases, rank_cases(cases, threads)).vertices, region);

  SplitKeys keys = split_keys(cases, totals, likely_last_key(cases, region.fpr_max));
  if (static_cast<double>(keys.negatives.size()) < std::min(region.fpr_max * totals.negatives + 1, totals.negatives)) {
    keys = split_keys(cases, totals, kEveryKey);  // the sample misled us
  }
  sort_keys(keys.positives, threads);
  sort_keys(keys.negatives, threads);
  return walk(keys, RegionArea(region, {totals.negatives, totals.positives}));
}

}  // namespace

double auc(const Cases& cases, int threads) { return normalised_area(cases, {}, threads); }

double partial_auc(const Cases& cases, const Region& region, Scale scale, int threads) {
  return rescaled(normalised_area(cases, region, threads), scale, region);
}

double partial_auc(const Cases& cases, const TprBand& band, Scale scale, int threads) {
  check(band);
  const RocCurve curve = roc_curve(cases, threads);
  return rescaled(measured(curve.vertices, band), scale, band);
}

}  // namespace pauc
