#include "pauc/kernel/exact_objective.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/kernel/kl.h"
#include "pauc/kernel/pair_sums.h"

namespace pauc {

namespace {

constexpr double kSmallestLambda = 0.05;
constexpr double kLargestLambda = 10;

void check_scores(const ScorePair& scores) {
  require(!scores.positives.empty(), "expected at least one positive, got none");
  require(!scores.negatives.empty(), "expected at least one negative, got none");
  for (const auto& side : {scores.positives, scores.negatives}) {
    for (const double score : side) require(std::isfinite(score), "expected finite scores, got ", score);
  }
}

// How much of each score lies among the first `count` in descending order: 1, 0, or at the cut its share. In the order
// of the batch.
std::vector<double> shares_of_top(const DescendingScores& sorted, double count) {
  std::vector<double> shares(sorted.gaps.size(), 0.0);
  for (std::size_t begin = 0; begin < shares.size() && static_cast<double>(begin) < count;) {
    std::size_t end = begin + 1;
    while (end < shares.size() && sorted.gaps[end] == sorted.gaps[begin]) ++end;
    const auto size = static_cast<double>(end - begin);
    const double share = std::min(1.0, (count - static_cast<double>(begin)) / size);
    for (std::size_t k = begin; k < end; ++k) shares[sorted.places[k]] = share;
    begin = end;
  }
  return shares;
}

std::vector<double> shares_of_bottom(Span<const double> scores, double count) {
  std::vector<double> turned(scores.begin(), scores.end());
  for (double& score : turned) score = -score;
  return shares_of_top(sorted_descending(turned), count);
}

void scale(std::vector<double>& values, double factor) {
  for (double& value : values) value *= factor;
}

// log mean exp of the rows' exponents, and the logs of their shares in it.
double log_mean_exp(const std::vector<double>& exponents, std::vector<double>& log_shares) {
  const double largest = *std::max_element(exponents.begin(), exponents.end());
  double sum = 0;
  for (const double exponent : exponents) sum += std::exp(exponent - largest);
  log_shares.resize(exponents.size());
  for (std::size_t i = 0; i < exponents.size(); ++i) log_shares[i] = exponents[i] - largest - std::log(sum);
  return largest + std::log(sum / static_cast<double>(exponents.size()));
}

}  // namespace

ExactObjective exact_cvar(const ScorePair& scores, const CvarOptions& options) {
  check_scores(scores);
  require_usage(0 <= options.fpr_min && options.fpr_min < options.fpr_max && options.fpr_max <= 1,
                "fpr-max: expected 0 <= fpr-min < fpr-max <= 1, got ", options.fpr_min, " and ", options.fpr_max);
  require_usage(0 <= options.tpr_min && options.tpr_min < 1, "tpr-min: expected 0 <= tpr-min < 1, got ",
                options.tpr_min);
  require_usage(options.surrogate.monotone(),
                "surrogate: expected one that falls with the gap, got squared: its largest losses are not those of the "
                "highest negatives");
  const auto positives = static_cast<double>(scores.positives.size());
  const auto negatives = static_cast<double>(scores.negatives.size());
  const DescendingScores sorted = sorted_descending(scores.negatives);
  auto columns = shares_of_top(sorted, options.fpr_max * negatives);
  if (options.fpr_min > 0) {
    const auto easier = shares_of_top(sorted, options.fpr_min * negatives);
    for (std::size_t j = 0; j < columns.size(); ++j) columns[j] -= easier[j];
  }
  const auto rows = shares_of_bottom(scores.positives, (1 - options.tpr_min) * positives);

  ChosenPairs pairs{scores.positives, sorted, options.surrogate};
  pairs.row_weights = rows;
  pairs.column_weights = columns;
  PairSums sums = pair_sums(pairs);
  const double per_pair = 1 / ((1 - options.tpr_min) * positives * (options.fpr_max - options.fpr_min) * negatives);
  ExactObjective objective;
  for (std::size_t i = 0; i < rows.size(); ++i) objective.value += per_pair * rows[i] * sums.row_values[i];
  objective.positive_gradients = std::move(sums.row_gradients);
  objective.negative_gradients = std::move(sums.column_gradients);
  scale(objective.positive_gradients, per_pair);
  scale(objective.negative_gradients, per_pair);
  return objective;
}

ExactObjective exact_kl(const ScorePair& scores, const KlOptions& options) {
  check_scores(scores);
  require_usage(options.lambda > 0, "lambda: expected a number above 0, got ", options.lambda);
  require_usage(options.lambda2 >= 0, "lambda2: expected a number above 0, got ", options.lambda2);
  const KlSums sums({scores.positives, scores.negatives, options.margin, options.lambda});
  const auto positives = static_cast<double>(scores.positives.size());
  ExactObjective objective;
  std::vector<double> log_shares(sums.log_means().size(), -std::log(positives));
  if (options.lambda2 > 0) {
    std::vector<double> exponents = sums.log_means();
    scale(exponents, options.lambda / options.lambda2);
    objective.value = options.lambda2 * log_mean_exp(exponents, log_shares);
  } else {
    for (const double log_mean : sums.log_means()) objective.value += options.lambda * log_mean / positives;
  }
  KlGradients gradients = sums.gradients(log_shares);
  objective.positive_gradients = std::move(gradients.positives);
  objective.negative_gradients = std::move(gradients.negatives);
  return objective;
}

double lambda_for(const ScorePair& scores, double fpr_max, double margin) {
  CvarOptions options;
  options.fpr_max = fpr_max;
  options.surrogate.margin = margin;
  const double wanted = exact_cvar(scores, options).value;
  const auto value_at = [&](double lambda) {
    double sum = 0;
    const KlSums sums({scores.positives, scores.negatives, margin, lambda});
    for (const double log_mean : sums.log_means()) sum += lambda * log_mean;
    return sum / static_cast<double>(scores.positives.size());
  };
  // The KL value falls from the largest loss to the mean one as lambda grows.
  if (fpr_max >= 1 || value_at(kLargestLambda) >= wanted) return kLargestLambda;
  if (value_at(kSmallestLambda) <= wanted) return kSmallestLambda;
  double low = std::log(kSmallestLambda);
  double high = std::log(kLargestLambda);
  for (int step = 0; step < 50; ++step) {
    const double middle = (low + high) / 2;
    (value_at(std::exp(middle)) > wanted ? low : high) = middle;
  }
  return std::exp((low + high) / 2);
}

double kl_relative_error(const ScorePair& scores, double fpr_max, double lambda, double margin) {
  CvarOptions cvar;
  cvar.fpr_max = fpr_max;
  cvar.surrogate.margin = margin;
  KlOptions kl;
  kl.lambda = lambda;
  kl.margin = margin;
  const double exact = exact_cvar(scores, cvar).value;
  return std::abs(exact_kl(scores, kl).value - exact) / exact;
}

}  // namespace pauc
