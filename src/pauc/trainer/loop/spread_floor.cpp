#include "pauc/trainer/loop/spread_floor.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/deviation.h"
#include "pauc/objective/pair/score_scale.h"

namespace pauc {

namespace {

constexpr double kShareOfStart = 0.5;
constexpr double kWidth = 0.2;

// log(1 + exp(x)) and its slope, for any x.
double soft_positive(double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); }
double soft_step(double x) { return x > 0 ? 1 / (1 + std::exp(-x)) : std::exp(x) / (1 + std::exp(x)); }

}  // namespace

SpreadFloor::SpreadFloor(Span<const double> scores, double start) : deviation_(deviation_of(scores)) {
  for (const double score : scores) mean_ += score / static_cast<double>(scores.size());
  const double log_share = std::log(deviation_) - std::log(kShareOfStart * start);
  factor_ = std::exp(kWidth * soft_positive(log_share / kWidth) - log_share);
  slope_ = soft_step(log_share / kWidth) - 1;
  below_ = std::min(0.0, log_share);
}

std::vector<double> SpreadFloor::floored(Span<const double> scores) const {
  std::vector<double> floored(scores.begin(), scores.end());
  for (double& score : floored) score *= factor_;
  return floored;
}

// d log(sd) / d s_k = (s_k - mean) / (n sd^2).
std::vector<double> SpreadFloor::gradient(Span<const double> scores, Span<const double> by_floored) const {
  double by_log_factor = 0;
  for (std::int64_t k = 0; k < scores.size(); ++k) by_log_factor += by_floored[k] * factor_ * scores[k];
  const double by_log_deviation = by_log_factor * slope_ + below_;
  const auto count = static_cast<double>(scores.size());
  std::vector<double> gradient(scores.size());
  for (std::int64_t k = 0; k < scores.size(); ++k) {
    const double standardised = (scores[k] - mean_) / deviation_;
    gradient[k] = factor_ * by_floored[k] + by_log_deviation * standardised / (count * deviation_);
  }
  return gradient;
}

std::optional<SpreadFloor> spread_floor_of(Span<const double> scores, const State& state) {
  constexpr double kRounding = 1e-12;
  if (!state.has(kScoreScale) || !(state.number(kScoreScale) > 0)) return std::nullopt;
  double largest = 0;
  for (const double score : scores) largest = std::max(largest, std::abs(score));
  if (!(deviation_of(scores) > kRounding * largest)) return std::nullopt;
  return SpreadFloor(scores, state.number(kScoreScale));
}

}  // namespace pauc
