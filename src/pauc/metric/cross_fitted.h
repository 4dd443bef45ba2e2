#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/metric/blend_weights.h"

namespace pauc {

// Finds the weights of a blend.
using BlendFit = std::function<BlendWeights(const MemberLogits& members)>;

// The scores of a blend for cases that its weights were not fitted to: the cases of each fold get the weights that fit
// the cases of all other folds. Without folds, or with one only, all cases get the weights that fit all of them.
std::vector<double> cross_fitted_scores(const MemberLogits& members, Span<const std::int64_t> folds,
                                        const BlendFit& fit);

}  // namespace pauc
