#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/metric/region.h"

namespace pauc {

/// Logits of several models for the same cases.
struct MemberLogits {
  std::vector<std::vector<double>> logits;  ///< by member, [members][cases]
  Span<const std::uint8_t> labels;          ///< 1 positive, 0 negative
  Span<const double> weights;               ///< of the cases; empty: all 1
};

/// A blend of models: intercept + sum of weight x logit.
struct BlendWeights {
  std::vector<double> weights;  ///< one per member, from 0 on
  double intercept = 0;         ///< added to the sum
};

/// The blend with the smallest log loss: minimises, over weights w >= 0 and the intercept, the mean log loss plus
/// 0.003 |w - 1/M|^2, where M is the number of members.
BlendWeights stacked_weights(const MemberLogits& members);

/// A blend by its partial AUC: begins with the best member and adds, with replacement, the member that raises the
/// partial AUC of the average most, 20 times. The weights are the shares of the additions up to the best average.
BlendWeights greedy_weights(const MemberLogits& members, const Region& region);

/// Scores of a blend.
std::vector<double> blended(const BlendWeights& blend, const std::vector<std::vector<double>>& logits);

}  // namespace pauc
