#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pauc/model/tree/forest_bins.h"
#include "pauc/model/tree/node_splits.h"

namespace pauc {

// Finds the best splits of a tree's nodes: of all thresholds between two bins, or of all ways to divide the categories,
// the one with the lowest Gini impurity.
class BestSplits {
 public:
  BestSplits(const ForestColumns& columns, const ForestBins& bins, std::int64_t min_leaf);

  // The best split of a node by a feature; none if the feature has no spread in the node. If no split leaves both sides
  // rows enough, its left side has none.
  std::optional<Split> best(const Samples& samples, const SampleRange& node, std::int32_t feature);

 private:
  struct Part {
    std::int32_t place = 0;  // a bin or a category
    ClassSums sums;
  };

  void take_bins(const Samples& samples, const SampleRange& node, std::int32_t feature);
  void take_categories(const Samples& samples, const SampleRange& node, std::int32_t feature);
  void take_right(std::int32_t feature, std::size_t first_right, const SampleRange& node, Split& split);
  float threshold_before(std::int32_t feature, std::size_t part) const;
  std::optional<Split> best_of_parts(const SampleRange& node, std::int32_t feature);

  const ForestColumns& columns_;
  const ForestBins& bins_;
  const std::int64_t min_leaf_;
  std::vector<ClassSums> sums_;  // by bin or category; empty between calls
  std::vector<Part> parts_;      // those in the node, in the order in which they are added to the left
  ClassSums missing_;
};

// Sum of squared positives by weight of both sides, which is largest where the Gini impurity is smallest.
double purity(const ClassSums& left, const ClassSums& right);

}  // namespace pauc
