#include "pauc/metric/rate_evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pauc {

namespace {

// log(exp(a) + exp(b))
double log_sum(double a, double b) {
  const double high = std::max(a, b);
  return high + std::log1p(std::exp(std::min(a, b) - high));
}

// Wealth that no bet has yet after so many cases.
double reserve(std::int64_t cases) { return 1 / (1 + std::log1p(static_cast<double>(cases))); }

}  // namespace

RateBets::RateBets(double rate, double level) : rate_(rate), level_(level) {
  for (std::size_t k = 0; k < kBets; ++k) sizes_[k] = std::exp2(-(static_cast<double>(k) + 1) / 4) / rate;
  wealth_.fill(-std::numeric_limits<double>::infinity());
}

void RateBets::add(double value, double stake) {
  constexpr double kMost = 700;  // exp of it is a number
  const double before = reserve(cases_);
  ++cases_;
  const double put_in = std::log((before - reserve(cases_)) / kBets);
  double together = std::log(reserve(cases_));
  for (std::size_t k = 0; k < kBets; ++k) {
    wealth_[k] = log_sum(wealth_[k], put_in) + std::log1p(sizes_[k] * stake * (value - rate_));
    together = log_sum(together, wealth_[k]);
  }
  evidence_.evidence = std::exp(std::min(together, kMost));
  evidence_.most = std::max(evidence_.most, evidence_.evidence);
  if (!evidence_.broken_at && together >= -std::log(level_)) evidence_.broken_at = cases_;
}

RateEvidence rate_evidence(Span<const double> values, double rate, double level) {
  RateBets bets(rate, level);
  for (const double value : values) bets.add(value);
  return bets.evidence();
}

}  // namespace pauc
