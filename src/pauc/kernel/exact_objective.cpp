#include "pauc/kernel/exact_objective.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "pauc/core/deviation.h"
#include "pauc/core/error.h"
#include "pauc/kernel/kl.h"
#include "pauc/kernel/log_mean_exp.h"
#include "pauc/kernel/pair_sums.h"
#include "pauc/kernel/rank_shares.h"
#include "pauc/kernel/tiled_kl.h"

namespace pauc::kernel {

namespace {

void check_scores(const ScorePair& scores) {
  require(!scores.positives.empty(), "expected at least one positive, got none");
  require(!scores.negatives.empty(), "expected at least one negative, got none");
  for (const auto& side : {scores.positives, scores.negatives}) {
    for (const double score : side) require(std::isfinite(score), "expected finite scores, got ", score);
  }
}

void scale(std::vector<double>& values, double factor) {
  for (double& value : values) value *= factor;
}

double mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

void check_lambda(const char* name, double lambda) {
  require_usage(lambda > 0 && std::isfinite(lambda), name, ": expected a number above 0, got ", lambda);
}

// lambda log g_i of each positive.
std::vector<double> row_losses(const ScorePair& scores, double lambda, const Surrogate& surrogate, int threads) {
  std::vector<double> losses =
      surrogate.kind == Surrogate::Kind::squared_hinge
          ? KlSums({scores.positives, scores.negatives, surrogate.margin, lambda}, threads).log_means()
          : TiledKlSums(scores.positives, scores.negatives, surrogate, lambda, threads).log_means();
  scale(losses, lambda);
  return losses;
}

template <class Sums>
ExactObjective kl_objective(const Sums& sums, const KlOptions& options) {
  const auto positives = static_cast<double>(sums.log_means().size());
  ExactObjective objective;
  std::vector<double> log_shares(sums.log_means().size(), -std::log(positives));
  if (options.lambda2 > 0) {
    std::vector<double> exponents = sums.log_means();
    scale(exponents, options.lambda / options.lambda2);
    const double log_mean = log_mean_exp(exponents);
    objective.value = options.lambda2 * log_mean;
    for (std::size_t i = 0; i < exponents.size(); ++i) log_shares[i] += exponents[i] - log_mean;
  } else {
    objective.value = options.lambda * mean(sums.log_means());
  }
  KlGradients gradients = sums.gradients(log_shares);
  objective.positive_gradients = std::move(gradients.positives);
  objective.negative_gradients = std::move(gradients.negatives);
  return objective;
}

struct LambdaBounds {
  double smallest;
  double largest;
};

// Objectives refuse a lambda outside 1e-9 .. 1e9, where rounding swamps the value.
LambdaBounds bounds_for(double deviation) { return {std::max(1e-9, 1e-3 * deviation), std::min(1e9, 1e3 * deviation)}; }

// At most 256 scores, evenly spaced by rank, with the lowest and the highest.
std::vector<double> some_of(Span<const double> scores) {
  constexpr std::int64_t kMost = 256;
  std::vector<double> sorted(scores.begin(), scores.end());
  std::sort(sorted.begin(), sorted.end());
  const auto size = static_cast<std::int64_t>(sorted.size());
  if (size <= kMost) return sorted;
  std::vector<double> some(kMost);
  for (std::int64_t k = 0; k < kMost; ++k) some[k] = sorted[k * (size - 1) / (kMost - 1)];
  return some;
}

std::vector<double> some_losses(const ScorePair& scores, const Surrogate& surrogate) {
  std::vector<double> losses;
  const std::vector<double> negatives = some_of(scores.negatives);
  for (const double positive : some_of(scores.positives)) {
    for (const double negative : negatives) losses.push_back(loss_at(surrogate, positive - negative).value);
  }
  return losses;
}

// The lambda at which value_at, which falls from the largest loss to the mean one as lambda grows, is `wanted`; within
// the bounds. By false position on log lambda, halving the end that stays (Illinois): each value costs a pass over the
// data, and ten or so do.
template <class Value>
MatchedLambda matching_lambda(double wanted, const LambdaBounds& bounds, const Value& value_at) {
  double high = std::log(bounds.largest);
  double at_high = value_at(bounds.largest) - wanted;
  const double rounding = 64 * std::numeric_limits<double>::epsilon() * (std::abs(wanted) + bounds.largest);
  if (at_high >= -rounding) return {bounds.largest, LambdaLimit::largest};
  double low = std::log(bounds.smallest);
  double at_low = value_at(bounds.smallest) - wanted;
  if (at_low <= 0) return {bounds.smallest, LambdaLimit::smallest};
  double point = 0;
  int last_side = 0;
  for (int step = 0; step < 100 && high - low > 1e-14; ++step) {
    point = (low * at_high - high * at_low) / (at_high - at_low);
    const double excess = value_at(std::exp(point)) - wanted;
    if (std::abs(excess) <= 1e-14 * wanted) break;
    const int side = excess > 0 ? 1 : -1;
    (side > 0 ? low : high) = point;
    (side > 0 ? at_low : at_high) = excess;
    if (side == last_side) (side > 0 ? at_high : at_low) /= 2;
    last_side = side;
  }
  return {std::exp(point), LambdaLimit::none};
}

// Equal but for rounding, which is relative to `scale`.
bool are_equal(const std::vector<double>& losses, double scale = 1) {
  const auto [lowest, highest] = std::minmax_element(losses.begin(), losses.end());
  return *highest - *lowest <= 1e-14 * (scale + std::abs(*highest));
}

MatchedLambda of_equal_losses(const std::vector<double>& losses) {
  return {std::max(1.0, std::abs(mean(losses))), LambdaLimit::equal_losses};
}

}  // namespace

ExactObjective exact_cvar(const ScorePair& scores, const CvarOptions& options, int threads) {
  check_scores(scores);
  require_usage(0 <= options.fpr_min && options.fpr_min < options.fpr_max && options.fpr_max <= 1,
                "fpr_max: expected 0 <= fpr_min < fpr_max <= 1, got ", options.fpr_min, " and ", options.fpr_max);
  require_usage(0 <= options.tpr_min && options.tpr_min < 1, "tpr_min: expected 0 <= tpr_min < 1, got ",
                options.tpr_min);
  require_usage(options.surrogate.monotone(),
                "surrogate: expected one that falls with the gap, got squared: its largest losses are not those of the "
                "highest negatives");
  const auto positives = static_cast<double>(scores.positives.size());
  const auto negatives = static_cast<double>(scores.negatives.size());
  const TopShares top = top_shares(scores.negatives, options.fpr_max * negatives, options.fpr_min * negatives, threads);
  const auto rows = shares_of_bottom(scores.positives, (1 - options.tpr_min) * positives);

  ChosenPairs pairs{scores.positives, top.scores, options.surrogate};
  pairs.row_weights = rows;
  pairs.column_weights = top.shares;
  PairSums sums = pair_sums(pairs, threads);
  const double per_pair = 1 / ((1 - options.tpr_min) * positives * (options.fpr_max - options.fpr_min) * negatives);
  ExactObjective objective;
  for (std::size_t i = 0; i < rows.size(); ++i) objective.value += per_pair * rows[i] * sums.row_values[i];
  objective.positive_gradients = std::move(sums.row_gradients);
  objective.negative_gradients = std::move(sums.column_gradients);
  scale(objective.positive_gradients, per_pair);
  scale(objective.negative_gradients, per_pair);
  return objective;
}

ExactObjective exact_kl(const ScorePair& scores, const KlOptions& options, int threads) {
  check_scores(scores);
  check_lambda("lambda", options.lambda);
  if (options.lambda2 != 0) check_lambda("lambda2", options.lambda2);
  if (options.surrogate.kind == Surrogate::Kind::squared_hinge) {
    return kl_objective(KlSums({scores.positives, scores.negatives, options.surrogate.margin, options.lambda}, threads),
                        options);
  }
  return kl_objective(TiledKlSums(scores.positives, scores.negatives, options.surrogate, options.lambda, threads),
                      options);
}

double kl_value(const ScorePair& scores, double lambda, const Surrogate& surrogate, int threads) {
  check_scores(scores);
  check_lambda("lambda", lambda);
  return mean(row_losses(scores, lambda, surrogate, threads));
}

MatchedLambda lambda_for(const ScorePair& scores, double fpr_max, const Surrogate& surrogate, int threads) {
  CvarOptions options;
  options.fpr_max = fpr_max;
  options.surrogate = surrogate;
  const double wanted = exact_cvar(scores, options, threads).value;
  const std::vector<double> losses = some_losses(scores, surrogate);
  if (are_equal(losses)) return of_equal_losses(losses);
  const LambdaBounds bounds = bounds_for(deviation_of(losses));
  if (fpr_max >= 1) return {bounds.largest, LambdaLimit::none};
  return matching_lambda(wanted, bounds,
                         [&](double lambda) { return mean(row_losses(scores, lambda, surrogate, threads)); });
}

MatchedLambda lambda2_for(const ScorePair& scores, double lambda, double tpr_min, const Surrogate& surrogate,
                          int threads) {
  check_scores(scores);
  check_lambda("lambda", lambda);
  require_usage(0 <= tpr_min && tpr_min < 1, "tpr_min: expected 0 <= tpr_min < 1, got ", tpr_min);
  const std::vector<double> losses = row_losses(scores, lambda, surrogate, threads);
  if (are_equal(losses, 1 + lambda)) return of_equal_losses(losses);
  const LambdaBounds bounds = bounds_for(deviation_of(losses));
  if (tpr_min <= 0) return {bounds.largest, LambdaLimit::none};
  const double count = (1 - tpr_min) * static_cast<double>(losses.size());
  return matching_lambda(mean_of_largest(losses, count), bounds, [&](double lambda2) {
    std::vector<double> exponents = losses;
    scale(exponents, 1 / lambda2);
    return lambda2 * log_mean_exp(exponents);
  });
}

double relative_error(double estimate, double exact) {
  const double difference = std::abs(estimate - exact);
  return exact == 0 && difference == 0 ? 0 : difference / exact;
}

double kl_relative_error(const ScorePair& scores, double fpr_max, double lambda, const Surrogate& surrogate,
                         int threads) {
  CvarOptions cvar;
  cvar.fpr_max = fpr_max;
  cvar.surrogate = surrogate;
  const double estimate = kl_value(scores, lambda, surrogate, threads);
  return relative_error(estimate, exact_cvar(scores, cvar, threads).value);
}

}  // namespace pauc::kernel
