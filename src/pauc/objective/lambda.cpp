#include "pauc/objective/lambda.h"

#include <ATen/Parallel.h>

#include "pauc/core/error.h"
#include "pauc/objective/pair/pairs.h"
#include "pauc/objective/pair/score_scale.h"

namespace pauc {

namespace {

Pairs pairs_of(const at::Tensor& raw_scores, const at::Tensor& labels, const PairOptions& options,
               const State& state = {}) {
  return Pairs(make_scored_batch(raw_scores.detach(), labels), completed(options).link,
               scaled(surrogate_of(options), raw_scores, state), Route::kernels);
}

kernel::MatchedLambda matched_value(const MatchedOption& option, const Pairs& pairs, const RegionBounds& region,
                                    const State& state) {
  const kernel::ScorePair scores{pairs.positive_scores(), pairs.negative_scores()};
  const int threads = at::get_num_threads();
  if (option.bound == MatchedOption::Bound::fpr_max) {
    return lambda_for(scores, region.fpr_max, pairs.surrogate(), threads);
  }
  return lambda2_for(scores, state.number("lambda"), region.tpr_min, pairs.surrogate(), threads);
}

// Empty if the soft estimate equals the hard one.
std::string reason_of(kernel::LambdaLimit limit) {
  switch (limit) {
    case kernel::LambdaLimit::none:
      break;
    case kernel::LambdaLimit::smallest:
      return "the soft estimate stays below the hard one down to 1/1000 of the losses' standard deviation";
    case kernel::LambdaLimit::largest:
      return "the soft estimate stays above the hard one up to 1000 times the losses' standard deviation";
    case kernel::LambdaLimit::equal_losses:
      return "all losses are equal";
  }
  return "";
}

}  // namespace

kernel::MatchedLambda lambda_for(const at::Tensor& raw_scores, const at::Tensor& labels, double fpr_max,
                                 const PairOptions& options) {
  const Pairs pairs = pairs_of(raw_scores, labels, options);
  return lambda_for({pairs.positive_scores(), pairs.negative_scores()}, fpr_max, pairs.surrogate(),
                    at::get_num_threads());
}

kernel::MatchedLambda lambda2_for(const at::Tensor& raw_scores, const at::Tensor& labels, double lambda, double tpr_min,
                                  const PairOptions& options) {
  const Pairs pairs = pairs_of(raw_scores, labels, options);
  return lambda2_for({pairs.positive_scores(), pairs.negative_scores()}, lambda, tpr_min, pairs.surrogate(),
                     at::get_num_threads());
}

std::vector<std::string> match_to_scores(const std::vector<MatchedOption>& matched, const at::Tensor& raw_scores,
                                         const at::Tensor& labels, const RegionBounds& region,
                                         const PairOptions& options, State& state) {
  const Pairs pairs = pairs_of(raw_scores, labels, options, state);
  std::vector<std::string> notes;
  for (const MatchedOption& option : matched) {
    const kernel::MatchedLambda lambda = matched_value(option, pairs, region, state);
    state.set_number(option.name, lambda.value);
    const std::string why = reason_of(lambda.limit);
    if (!why.empty()) notes.push_back(joined(option.name, " auto: ", why, ", so it is ", lambda.value));
  }
  return notes;
}

}  // namespace pauc
