#include "pauc/objective/lambda.h"

#include <ATen/Parallel.h>

#include "pauc/kernel/exact_objective.h"
#include "pauc/objective/pair/pairs.h"
#include "pauc/objective/pair/score_scale.h"

namespace pauc {

namespace {

Pairs pairs_of(const at::Tensor& raw_scores, const at::Tensor& labels, const PairOptions& options,
               const State& state = {}) {
  return Pairs(make_scored_batch(raw_scores.detach(), labels), completed(options).link,
               scaled(surrogate_of(options), raw_scores, state), Route::kernels);
}

double matched_value(const MatchedOption& option, const Pairs& pairs, const RegionBounds& region, const State& state) {
  const kernel::ScorePair scores{pairs.positive_scores(), pairs.negative_scores()};
  const int threads = at::get_num_threads();
  if (option.bound == MatchedOption::Bound::fpr_max) {
    return lambda_for(scores, region.fpr_max, pairs.surrogate(), threads);
  }
  return lambda2_for(scores, state.number("lambda"), region.tpr_min, pairs.surrogate(), threads);
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
  const Pairs pairs = pairs_of(raw_scores, labels, options, state);
  for (const MatchedOption& option : matched) {
    state.set_number(option.name, matched_value(option, pairs, region, state));
  }
}

}  // namespace pauc
