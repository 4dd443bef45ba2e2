#pragma once

#include <ATen/core/Tensor.h>

#include "pauc/objective/pair/options.h"

namespace pauc {

// lambda_for and lambda2_for of kernel/exact_objective.h on a model's raw scores: link and surrogate as the objective
// will apply them.
double lambda_for(const at::Tensor& raw_scores, const at::Tensor& labels, double fpr_max,
                  const PairOptions& options = {});
double lambda2_for(const at::Tensor& raw_scores, const at::Tensor& labels, double lambda, double tpr_min,
                   const PairOptions& options = {});

}  // namespace pauc
