#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/model/tree/ensemble.h"
#include "pauc/model/tree/forest.h"
#include "pauc/model/tree/forest_columns.h"

namespace pauc {

// What the trees learn.
struct ForestTargets {
  Span<const std::uint8_t> labels;
  Span<const double> weights;  // empty: all 1
};

struct ForestPlan {
  ForestSplits splits = ForestSplits::random;
  std::int64_t trees = 300;
  std::int64_t min_leaf = 1;        // rows
  std::int64_t split_features = 1;  // features looked at for a split
  double smoothing = 0.1;           // rows of average class and weight that are added to each leaf
  std::uint64_t seed = 0;
  int threads = 1;
};

// Grows the trees of a forest. The values of their leaves are the shares of positives, above 0 and below 1.
//
// A node looks at `split_features` random features. With random splits it draws one split of each: a threshold between
// the smallest and the largest value in the node, or a random part of the categories in the node; missing values go to
// a random side. With best splits it takes the best one of each (BestSplits), and the tree learns from as many rows as
// there are, drawn with repetition. The split with the lowest Gini impurity is taken, until a node has one class, fewer
// than two leaves' rows, or no feature that varies. Features without spread count as looked at, but the search goes on
// until one has spread, as in scikit-learn. Where a node has no missing values, those of new rows go to the side with
// more weight.
//
// Each tree has a random stream of its own, so the number of threads changes no bit. With equal weights and random
// splits, neither does the order of the rows. Refuses targets of one class.
std::vector<Tree> grow_forest(const ForestColumns& columns, const ForestTargets& targets, const ForestPlan& options);

}  // namespace pauc
