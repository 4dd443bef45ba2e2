#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "pauc/core/random.h"
#include "pauc/model/tree/forest_columns.h"

namespace pauc {

// Rows that a tree learns from, in the order of its nodes: the rows of a node are a range.
struct Samples {
  std::vector<std::int32_t> rows;
  std::vector<std::int32_t> labels;  // as wide as the other numbers, so that sums vectorise
  std::vector<double> weights;       // empty: all 1

  std::int64_t size() const { return static_cast<std::int64_t>(rows.size()); }
  void swap(std::int64_t a, std::int64_t b) {
    std::swap(rows[a], rows[b]);
    std::swap(labels[a], labels[b]);
    if (!weights.empty()) std::swap(weights[a], weights[b]);
  }
};

struct ClassSums {
  std::int64_t rows = 0;
  double weight = 0;
  double positive = 0;

  ClassSums minus(const ClassSums& part) const {
    return {rows - part.rows, weight - part.weight, positive - part.positive};
  }
};

// A node's part of the samples.
struct SampleRange {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  ClassSums sums;
};

// The sums of the samples begin .. end - 1.
ClassSums sums_of(const Samples& samples, std::int64_t begin, std::int64_t end);

// Rows go right if their value is not below the threshold, or if their category is in `right`.
struct Split {
  std::int32_t feature = 0;
  float threshold = 0;
  bool missing_left = false;
  std::vector<std::int32_t> right;  // categories; empty: a number
  ClassSums left;
};

// Draws the random splits of a tree's nodes, and divides nodes by them.
class NodeSplits {
 public:
  NodeSplits(const ForestColumns& columns, Samples samples);

  const Samples& samples() const { return samples_; }

  // A random split of a node by a feature; none if the feature has no spread in the node.
  std::optional<Split> drawn(const SampleRange& node, std::int32_t feature, Random& random);

  // Puts the samples that go left before the others; returns the first that goes right.
  std::int64_t divided(const SampleRange& node, const Split& split);

 private:
  void take_values(const SampleRange& node, std::int32_t feature);
  std::optional<Split> of_numbers(const SampleRange& node, std::int32_t feature, Random& random) const;
  std::optional<Split> of_numbers_with_missing(const SampleRange& node, std::int32_t feature, Random& random);
  std::optional<Split> of_categories(const SampleRange& node, std::int32_t feature, Random& random);
  bool take_present(const SampleRange& node, std::int32_t feature);
  void draw_right(Split& split, Random& random) const;
  ClassSums counts_below(const SampleRange& node, float threshold) const;
  template <class IsLeft>
  ClassSums sums_where(const SampleRange& node, const IsLeft& is_left) const;
  void take_sums(const SampleRange& node, Split& split);
  void mark_left(const SampleRange& node, const Split& split);

  const ForestColumns& columns_;
  Samples samples_;
  std::vector<float> values_;  // of a feature, in the order of the samples
  std::vector<std::uint8_t> is_left_;
  std::vector<std::uint8_t> side_;     // by category
  std::vector<std::int32_t> present_;  // categories in the node, ascending
};

}  // namespace pauc
