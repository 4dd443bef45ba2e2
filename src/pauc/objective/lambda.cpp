#include "pauc/objective/lambda.h"

#include <ATen/Parallel.h>

#include "pauc/kernel/exact_objective.h"
#include "pauc/objective/pair/pairs.h"

namespace pauc {

namespace {

Pairs pairs_of(const at::Tensor& raw_scores, const at::Tensor& labels, const PairOptions& options) {
  return Pairs(make_scored_batch(raw_scores.detach(), labels), link_named(options.link), surrogate_of(options),
               Route::kernels);
}

}  // namespace

double lambda_for(const at::Tensor& raw_scores, const at::Tensor& labels, double fpr_max, const PairOptions& options) {
  const Pairs pairs = pairs_of(raw_scores, labels, options);
  return lambda_for({pairs.positive_scores(), pairs.negative_scores()}, fpr_max, pairs.surrogate(),
                    at::get_num_threads());
}

double lambda2_for(const at::Tensor& raw_scores, const at::Tensor& labels, double lambda, double tpr_min,
                   const PairOptions& options) {
  const Pairs pairs = pairs_of(raw_scores, labels, options);
  return lambda2_for({pairs.positive_scores(), pairs.negative_scores()}, lambda, tpr_min, pairs.surrogate(),
                     at::get_num_threads());
}

}  // namespace pauc
