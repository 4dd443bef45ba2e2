#include "pauc/model/tree/best_splits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pauc {

namespace {

void add(ClassSums& sums, const Samples& samples, std::int64_t k) {
  const double weight = samples.weights.empty() ? 1 : samples.weights[k];
  ++sums.rows;
  sums.weight += weight;
  sums.positive += samples.labels[k] * weight;
}

void add(ClassSums& sums, const ClassSums& more) {
  sums.rows += more.rows;
  sums.weight += more.weight;
  sums.positive += more.positive;
}

double share(const ClassSums& sums) { return sums.positive / sums.weight; }

}  // namespace

double purity(const ClassSums& left, const ClassSums& right) {
  // A square of a very small or large weight would not be a number of use.
  return left.positive * (left.positive / left.weight) + right.positive * (right.positive / right.weight);
}

BestSplits::BestSplits(const ForestColumns& columns, const ForestBins& bins, std::int64_t min_leaf)
    : columns_(columns),
      bins_(bins),
      min_leaf_(min_leaf),
      sums_(static_cast<std::size_t>(std::max<std::int64_t>(ForestBins::kBins, columns.most_categories()))) {}

std::optional<Split> BestSplits::best(const Samples& samples, const SampleRange& node, std::int32_t feature) {
  missing_ = {};
  parts_.clear();
  if (columns_.categories(feature) > 0) {
    take_categories(samples, node, feature);
  } else {
    take_bins(samples, node, feature);
  }
  return best_of_parts(node, feature);
}

void BestSplits::take_bins(const Samples& samples, const SampleRange& node, std::int32_t feature) {
  const std::uint8_t* bins = bins_.column(feature);
  std::int32_t least = ForestBins::kMissing;
  std::int32_t most = 0;
  for (std::int64_t k = node.begin; k < node.end; ++k) {
    const std::int32_t bin = bins[samples.rows[k]];
    add(sums_[bin], samples, k);
    least = std::min(least, bin);
    most = std::max(most, bin);
  }
  for (std::int32_t bin = least; bin <= most; ++bin) {
    if (sums_[bin].rows == 0) continue;
    if (bin == ForestBins::kMissing) {
      missing_ = sums_[bin];
    } else {
      parts_.push_back({bin, sums_[bin]});
    }
    sums_[bin] = {};
  }
}

// With two classes, the best of all ways to divide the categories keeps the order of their shares of positives (Breiman
// et al. 1984).
void BestSplits::take_categories(const Samples& samples, const SampleRange& node, std::int32_t feature) {
  const float* values = columns_.column(feature);
  for (std::int64_t k = node.begin; k < node.end; ++k) {
    const float value = values[samples.rows[k]];
    add(std::isnan(value) ? missing_ : sums_[static_cast<std::size_t>(value)], samples, k);
  }
  for (std::int32_t category = 0; category < columns_.categories(feature); ++category) {
    if (sums_[category].rows > 0) parts_.push_back({category, sums_[category]});
    sums_[category] = {};
  }
  std::stable_sort(parts_.begin(), parts_.end(),
                   [](const Part& a, const Part& b) { return share(a.sums) < share(b.sums); });
}

// The categories that the node has not go with the side of more weight, or with all others.
void BestSplits::take_right(std::int32_t feature, std::size_t first_right, const SampleRange& node, Split& split) {
  std::vector<std::uint8_t> is_left(static_cast<std::size_t>(columns_.categories(feature)), 0);
  if (first_right > 0 && 2 * split.left.weight >= node.sums.weight) std::fill(is_left.begin(), is_left.end(), 1);
  for (std::size_t part = 0; part < parts_.size(); ++part) is_left[parts_[part].place] = part < first_right ? 1 : 0;
  for (std::size_t category = 0; category < is_left.size(); ++category) {
    if (is_left[category] == 0) split.right.push_back(static_cast<std::int32_t>(category));
  }
}

// Halfway through the bins without rows, if there are any.
float BestSplits::threshold_before(std::int32_t feature, std::size_t part) const {
  if (part == 0) return std::numeric_limits<float>::lowest();  // apart from missing ones, none is on the left
  const double most = bins_.bound(feature, parts_[part].place);
  return static_cast<float>((bins_.bound(feature, parts_[part - 1].place + 1) + most) / 2);
}

// Missing values are tried on both sides; apart from all others, they are on the left.
std::optional<Split> BestSplits::best_of_parts(const SampleRange& node, std::int32_t feature) {
  double best = -1;
  std::size_t last = 0;  // part on the left
  Split split;
  const auto offer = [&](const ClassSums& left, std::size_t part, bool missing_left) {
    const ClassSums right = node.sums.minus(left);
    if (std::min(left.rows, right.rows) < std::max<std::int64_t>(1, min_leaf_)) return;
    if (!(left.weight > 0 && right.weight > 0)) return;
    const double found = purity(left, right);
    if (!(found > best)) return;
    best = found;
    last = part;
    split.left = left;
    split.missing_left = missing_left;
  };
  ClassSums left;
  for (std::size_t part = 0; part + 1 < parts_.size(); ++part) {
    add(left, parts_[part].sums);
    offer(left, part, false);
    if (missing_.rows == 0) continue;
    ClassSums with_missing = left;
    add(with_missing, missing_);
    offer(with_missing, part, true);
  }
  const std::size_t none = parts_.size();
  if (missing_.rows > 0 && !parts_.empty()) offer(missing_, none, true);
  if (parts_.size() + (missing_.rows > 0 ? 1 : 0) < 2) return std::nullopt;
  split.feature = feature;
  if (missing_.rows == 0) split.missing_left = 2 * split.left.weight >= node.sums.weight;
  if (best < 0) return split;
  const std::size_t first_right = last == none ? 0 : last + 1;
  if (columns_.categories(feature) > 0) {
    take_right(feature, first_right, node, split);
  } else {
    split.threshold = threshold_before(feature, first_right);
  }
  return split;
}

}  // namespace pauc
