#include "pauc/objective/lambda.h"

#include <ATen/Parallel.h>

#include "pauc/kernel/exact_objective.h"
#include "pauc/objective/pair/pairs.h"

namespace pauc {

namespace {

Pairs pairs_of(const at::Tensor& raw_scores, const at::Tensor& labels, const PairOptions& options) {
  return Pairs(make_scored_batch(raw_scores.detach(), labels), options.link, surrogate_of(options), Route::kernels);
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

void match_to_scores(const std::vector<MatchedOption>& matched, const at::Tensor& raw_scores, const at::Tensor& labels,
                     const RegionBounds& region, const PairOptions& options, State& state) {
  for (const MatchedOption& option : matched) {
    const double value = option.bound == MatchedOption::Bound::fpr_max
                             ? lambda_for(raw_scores, labels, region.fpr_max, options)
                             : lambda2_for(raw_scores, labels, state.number("lambda"), region.tpr_min, options);
    state.set_number(option.name, value);
  }
}

}  // namespace pauc
