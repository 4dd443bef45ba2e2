#pragma once

#include <cstdint>

#include "pauc/core/fields.h"

namespace pauc {

/// Extremely randomised trees (Geurts, Ernst, Wehenkel 2006): each tree sees all rows, each split is the best of a few
/// random ones. All trees are grown in one round, by the labels. The raw score is the log-odds of the mean probability
/// of the trees, so that blends can average it with other logits.
struct ForestOptions {
  std::int64_t trees = 300;   ///< number of trees
  std::int64_t min_leaf = 1;  ///< smallest number of rows in a leaf
  double split_features = 0;  ///< share of the features tried for a split; 0: the square root of their number
  double smoothing = 0.1;     ///< rows of average class that are added to each leaf
};

/// Options of the forest by name.
inline const Fields<ForestOptions> kForestFields = {
    {"trees", &ForestOptions::trees, "number of trees"},
    {"min_leaf", &ForestOptions::min_leaf, "smallest number of rows in a leaf"},
    {"split_features", &ForestOptions::split_features,
     "share of the features tried for a split; 0: the square root of their number"},
    {"smoothing", &ForestOptions::smoothing, "rows of average class that are added to each leaf"},
};

}  // namespace pauc
