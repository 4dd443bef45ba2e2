#include "pauc/metric/cross_fitted.h"

#include <numeric>
#include <set>

#include "pauc/core/error.h"

namespace pauc {

namespace {

BlendWeights checked(const BlendWeights& weights, std::size_t members) {
  require(weights.weights.size() == members, "blend: expected ", members, " weights, got ", weights.weights.size());
  return weights;
}

// The weights that fit the cases outside a fold.
BlendWeights fitted_without(const MemberLogits& members, Span<const std::int64_t> folds, std::int64_t fold,
                            const BlendFit& fit) {
  std::vector<std::vector<double>> logits(members.logits.size());
  std::vector<std::uint8_t> labels;
  std::vector<double> weights;
  for (std::int64_t k = 0; k < folds.size(); ++k) {
    if (folds[k] == fold) continue;
    for (std::size_t m = 0; m < logits.size(); ++m) logits[m].push_back(members.logits[m][k]);
    labels.push_back(members.labels[k]);
    if (!members.weights.empty()) weights.push_back(members.weights[k]);
  }
  return fit({std::move(logits), labels, weights});
}

// The weights with the sum of others.
BlendWeights with_sum_of(const BlendWeights& others, BlendWeights weights) {
  const auto sum_of = [](const BlendWeights& one) {
    return std::accumulate(one.weights.begin(), one.weights.end(), 0.0);
  };
  const double sum = sum_of(weights);
  if (sum == 0) return others;
  const double factor = sum_of(others) / sum;
  for (double& weight : weights.weights) weight *= factor;
  weights.intercept = others.intercept;
  return weights;
}

}  // namespace

CrossFitted cross_fitted(const MemberLogits& members, Span<const std::int64_t> folds, const BlendFit& fit) {
  CrossFitted result;
  result.weights = checked(fit(members), members.logits.size());
  result.scores = blended(result.weights, members.logits);
  const std::set<std::int64_t> known(folds.begin(), folds.end());
  if (known.size() < 2) return result;
  require(folds.size() == members.labels.size(), "blend: expected the folds of ", members.labels.size(), " cases, got ",
          folds.size());
  for (const std::int64_t fold : known) {
    const BlendWeights fitted = checked(fitted_without(members, folds, fold, fit), members.logits.size());
    const BlendWeights weights = with_sum_of(result.weights, fitted);
    const std::vector<double> all = blended(weights, members.logits);
    for (std::size_t k = 0; k < all.size(); ++k) {
      if (folds[static_cast<std::int64_t>(k)] == fold) result.scores[k] = all[k];
    }
    result.of_folds.emplace(fold, weights);
  }
  return result;
}

}  // namespace pauc
