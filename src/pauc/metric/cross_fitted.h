#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/metric/blend_weights.h"

namespace pauc {

// Finds the weights of a blend.
using BlendFit = std::function<BlendWeights(const MemberLogits& members)>;

// A blend, and scores of the cases by weights that were not fitted to them.
struct CrossFitted {
  BlendWeights weights;  // fitted to all cases
  // The weights for the cases of each fold. Their shares are those that fit the cases of all other folds; their sum and
  // the intercept are those of `weights`, so that scores of different folds can be compared. None without folds.
  std::map<std::int64_t, BlendWeights> of_folds;
  std::vector<double> scores;  // of the cases, by these weights
};

// Without folds, or with one only, all cases are scored by the weights that fit all of them.
CrossFitted cross_fitted(const MemberLogits& members, Span<const std::int64_t> folds, const BlendFit& fit);

}  // namespace pauc
