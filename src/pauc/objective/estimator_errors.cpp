#include "pauc/objective/estimator_errors.h"

#include <utility>

#include "pauc/core/error.h"
#include "pauc/kernel/exact_objective.h"
#include "pauc/kernel/sigmoid.h"
#include "pauc/objective/pair/score_scale.h"

namespace pauc {

namespace {

struct LinkedScores {
  std::vector<double> positives;
  std::vector<double> negatives;
};

LinkedScores linked(Span<const double> raw_scores, Span<const std::uint8_t> labels, Link link) {
  require(raw_scores.size() == labels.size(), "labels: expected one for each of ", raw_scores.size(), " scores, got ",
          labels.size());
  LinkedScores scores;
  for (std::int64_t k = 0; k < labels.size(); ++k) {
    (labels[k] == 1 ? scores.positives : scores.negatives).push_back(raw_scores[k]);
  }
  if (link == Link::raw) return scores;
  for (auto* side : {&scores.positives, &scores.negatives}) {
    std::vector<double> slopes(side->size());
    kernel::sigmoid_in_place(*side, slopes);
  }
  return scores;
}

}  // namespace

std::vector<EstimatorErrors> estimator_errors(Span<const double> raw_scores, Span<const std::uint8_t> labels,
                                              const EstimatorGrid& grid, const PairOptions& options) {
  kernel::Surrogate surrogate = monotone_surrogate_of(options);
  if (surrogate.kind == kernel::Surrogate::Kind::sigmoid) surrogate.temperature *= score_deviation(raw_scores);
  const LinkedScores scores = linked(raw_scores, labels, completed(options).link);
  const kernel::ScorePair pair{scores.positives, scores.negatives};
  std::vector<double> estimates;  // the same for every fpr_max
  for (const double lambda : grid.lambdas) estimates.push_back(kernel::kl_value(pair, lambda, surrogate));
  std::vector<EstimatorErrors> all;
  for (const double fpr_max : grid.fpr_max) {
    kernel::CvarOptions cvar;
    cvar.fpr_max = fpr_max;
    cvar.surrogate = surrogate;
    EstimatorErrors errors;
    errors.exact = kernel::exact_cvar(pair, cvar).value;
    for (const double estimate : estimates) errors.at.push_back(kernel::relative_error(estimate, errors.exact));
    errors.matched_lambda = kernel::lambda_for(pair, fpr_max, surrogate).value;
    errors.matched_error =
        kernel::relative_error(kernel::kl_value(pair, errors.matched_lambda, surrogate), errors.exact);
    all.push_back(std::move(errors));
  }
  return all;
}

}  // namespace pauc
