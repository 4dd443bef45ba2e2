#include "pauc/model/tree/node_splits.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pauc {

namespace {

// Above the smallest value and at most the largest, so that both sides have rows.
float threshold_between(float least, float most, Random& random) {
  const auto threshold = static_cast<float>(most - random.uniform() * (double{most} - double{least}));
  return threshold > least ? threshold : most;
}

}  // namespace

ClassSums sums_of(const Samples& samples, std::int64_t begin, std::int64_t end) {
  ClassSums sums{end - begin, 0, 0};
  for (std::int64_t k = begin; k < end; ++k) {
    const double weight = samples.weights.empty() ? 1 : samples.weights[k];
    sums.weight += weight;
    sums.positive += samples.labels[k] * weight;
  }
  return sums;
}

NodeSplits::NodeSplits(const ForestColumns& columns, Samples samples)
    : columns_(columns),
      samples_(std::move(samples)),
      values_(samples_.rows.size()),
      is_left_(samples_.rows.size()),
      side_(static_cast<std::size_t>(columns.most_categories())) {}

template <class IsLeft>
ClassSums NodeSplits::sums_where(const SampleRange& node, const IsLeft& is_left) const {
  ClassSums sums;
  for (std::int64_t k = node.begin; k < node.end; ++k) {
    if (!is_left(k)) continue;
    const double weight = samples_.weights.empty() ? 1 : samples_.weights[k];
    ++sums.rows;
    sums.weight += weight;
    sums.positive += samples_.labels[k] * weight;
  }
  return sums;
}

void NodeSplits::take_values(const SampleRange& node, std::int32_t feature) {
  const float* column = columns_.column(feature);
  for (std::int64_t k = node.begin; k < node.end; ++k) values_[k] = column[samples_.rows[k]];
}

std::optional<Split> NodeSplits::drawn(const SampleRange& node, std::int32_t feature, Random& random) {
  take_values(node, feature);
  if (columns_.categories(feature) > 0) return of_categories(node, feature, random);
  return columns_.has_missing(feature) ? of_numbers_with_missing(node, feature, random)
                                       : of_numbers(node, feature, random);
}

std::optional<Split> NodeSplits::of_numbers(const SampleRange& node, std::int32_t feature, Random& random) const {
  float least = values_[node.begin];
  float most = least;
  for (std::int64_t k = node.begin; k < node.end; ++k) {
    least = std::min(least, values_[k]);
    most = std::max(most, values_[k]);
  }
  if (!(least < most)) return std::nullopt;
  Split split;
  split.feature = feature;
  split.threshold = threshold_between(least, most, random);
  split.left = samples_.weights.empty()
                   ? counts_below(node, split.threshold)
                   : sums_where(node, [&](std::int64_t k) { return values_[k] < split.threshold; });
  split.missing_left = 2 * split.left.weight >= node.sums.weight;
  return split;
}

ClassSums NodeSplits::counts_below(const SampleRange& node, float threshold) const {
  std::int32_t rows = 0;
  std::int32_t positive = 0;
  for (std::int64_t k = node.begin; k < node.end; ++k) {
    const std::int32_t below = values_[k] < threshold ? 1 : 0;
    rows += below;
    positive += below & samples_.labels[k];
  }
  return {rows, static_cast<double>(rows), static_cast<double>(positive)};
}

// Where all values that are there are equal, the split is between them and the missing ones.
std::optional<Split> NodeSplits::of_numbers_with_missing(const SampleRange& node, std::int32_t feature,
                                                         Random& random) {
  float least = std::numeric_limits<float>::infinity();
  float most = -least;
  std::int64_t missing = 0;
  for (std::int64_t k = node.begin; k < node.end; ++k) {
    if (std::isnan(values_[k])) {
      ++missing;
    } else {
      least = std::min(least, values_[k]);
      most = std::max(most, values_[k]);
    }
  }
  if (missing == 0) return of_numbers(node, feature, random);
  if (missing == node.end - node.begin) return std::nullopt;
  Split split;
  split.feature = feature;
  split.missing_left = least == most || random.below(2) == 0;
  split.threshold = least < most ? threshold_between(least, most, random) : least;
  take_sums(node, split);
  return split;
}

// Whether values are missing in the node.
bool NodeSplits::take_present(const SampleRange& node, std::int32_t feature) {
  std::fill_n(side_.begin(), columns_.categories(feature), std::uint8_t{0});
  bool missing = false;
  for (std::int64_t k = node.begin; k < node.end; ++k) {
    if (std::isnan(values_[k])) {
      missing = true;
    } else {
      side_[static_cast<std::size_t>(values_[k])] = 1;
    }
  }
  present_.clear();
  for (std::int64_t category = 0; category < columns_.categories(feature); ++category) {
    if (side_[category] != 0) present_.push_back(static_cast<std::int32_t>(category));
  }
  return missing;
}

// Each category in the node goes to a random side, until both sides have one.
std::optional<Split> NodeSplits::of_categories(const SampleRange& node, std::int32_t feature, Random& random) {
  const bool missing = take_present(node, feature);
  if (present_.size() + (missing ? 1 : 0) < 2) return std::nullopt;
  Split split;
  split.feature = feature;
  if (present_.size() == 1) {
    split.right = present_;
    split.missing_left = true;
  } else {
    while (split.right.empty() || split.right.size() == present_.size()) draw_right(split, random);
    split.missing_left = missing && random.below(2) == 0;
  }
  take_sums(node, split);
  if (!missing) split.missing_left = 2 * split.left.weight >= node.sums.weight;
  return split;
}

void NodeSplits::draw_right(Split& split, Random& random) const {
  split.right.clear();
  for (const std::int32_t category : present_) {
    if (random.below(2) == 0) split.right.push_back(category);
  }
}

void NodeSplits::take_sums(const SampleRange& node, Split& split) {
  mark_left(node, split);
  split.left = sums_where(node, [&](std::int64_t k) { return is_left_[k] != 0; });
}

// Expects the feature's values in values_.
void NodeSplits::mark_left(const SampleRange& node, const Split& split) {
  std::fill_n(side_.begin(), columns_.categories(split.feature), std::uint8_t{1});
  for (const std::int32_t category : split.right) side_[category] = 0;
  for (std::int64_t k = node.begin; k < node.end; ++k) {
    if (std::isnan(values_[k])) {
      is_left_[k] = split.missing_left ? 1 : 0;
    } else if (split.right.empty()) {
      is_left_[k] = values_[k] < split.threshold ? 1 : 0;
    } else {
      is_left_[k] = side_[static_cast<std::size_t>(values_[k])];
    }
  }
}

std::int64_t NodeSplits::divided(const SampleRange& node, const Split& split) {
  take_values(node, split.feature);
  mark_left(node, split);
  std::int64_t middle = node.begin;
  for (std::int64_t k = node.begin; k < node.end; ++k) {
    if (is_left_[k] != 0) samples_.swap(k, middle++);
  }
  return middle;
}

}  // namespace pauc
