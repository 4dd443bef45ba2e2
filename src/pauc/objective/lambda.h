#pragma once

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

#include "pauc/kernel/exact_objective.h"
#include "pauc/objective/pair/options.h"
#include "pauc/objective/registry.h"
#include "pauc/objective/state.h"

namespace pauc {

// lambda_for and lambda2_for of kernel/exact_objective.h for the raw scores of a model, with the link and surrogate of
// the objective.
kernel::MatchedLambda lambda_for(const at::Tensor& raw_scores, const at::Tensor& labels, double fpr_max,
                                 const PairOptions& options = {});
kernel::MatchedLambda lambda2_for(const at::Tensor& raw_scores, const at::Tensor& labels, double lambda, double tpr_min,
                                  const PairOptions& options = {});

// Bounds of the target region.
struct RegionBounds {
  double fpr_max = 1;
  double tpr_min = 0;
};
// Sets these options in the state to the values that match the scores in the region. Returns a sentence for each that
// could not be matched.
std::vector<std::string> match_to_scores(const std::vector<MatchedOption>& matched, const at::Tensor& raw_scores,
                                         const at::Tensor& labels, const RegionBounds& region,
                                         const PairOptions& options, State& state);

}  // namespace pauc
