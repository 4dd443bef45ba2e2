#pragma once

#include <cstdint>

#include "pauc/core/fields.h"

namespace pauc {

/// Gradient-boosted decision trees, grown by XGBoost. An epoch of training is a round: one more tree.
struct TreesOptions {
  std::int64_t depth = 4;       ///< largest number of splits from the root to a leaf
  double eta = 0.1;             ///< share of a tree's step that is taken
  double subsample = 0.8;       ///< share of the rows that each tree sees
  double colsample = 0.8;       ///< share of the features that each tree may use
  double leaf_penalty = 1;      ///< L2 penalty of the values of leaves; XGBoost calls it lambda
  double min_child_weight = 1;  ///< smallest sum of second derivatives in a leaf
};

/// Options of the trees by name.
inline const Fields<TreesOptions> kTreesFields = {
    {"depth", &TreesOptions::depth, "largest number of splits from the root to a leaf"},
    {"eta", &TreesOptions::eta, "share of a tree's step that is taken: its learning rate"},
    {"subsample", &TreesOptions::subsample, "share of the rows that each tree sees"},
    {"colsample", &TreesOptions::colsample, "share of the features that each tree may use"},
    {"leaf_penalty", &TreesOptions::leaf_penalty, "L2 penalty of the values of leaves"},
    {"min_child_weight", &TreesOptions::min_child_weight, "smallest sum of second derivatives in a leaf"},
};

}  // namespace pauc
