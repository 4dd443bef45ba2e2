#include "pauc/metric/cross_fitted.h"

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

}  // namespace

std::vector<double> cross_fitted_scores(const MemberLogits& members, Span<const std::int64_t> folds,
                                        const BlendFit& fit) {
  const std::set<std::int64_t> known(folds.begin(), folds.end());
  if (known.size() < 2) return blended(checked(fit(members), members.logits.size()), members.logits);
  require(folds.size() == members.labels.size(), "blend: expected the folds of ", members.labels.size(), " cases, got ",
          folds.size());
  std::vector<double> scores(static_cast<std::size_t>(folds.size()));
  for (const std::int64_t fold : known) {
    const BlendWeights weights = checked(fitted_without(members, folds, fold, fit), members.logits.size());
    const std::vector<double> all = blended(weights, members.logits);
    for (std::size_t k = 0; k < scores.size(); ++k) {
      if (folds[static_cast<std::int64_t>(k)] == fold) scores[k] = all[k];
    }
  }
  return scores;
}

}  // namespace pauc
