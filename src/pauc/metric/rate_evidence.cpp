#include "pauc/metric/rate_evidence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pauc {

namespace {

constexpr std::size_t kBets = 40;

// log(exp(a) + exp(b))
double log_sum(double a, double b) {
  const double high = std::max(a, b);
  return high + std::log1p(std::exp(std::min(a, b) - high));
}

// The wealth of all bets, in logarithms: it may grow beyond any number.
class Bets {
 public:
  explicit Bets(double rate) : rate_(rate) {
    for (std::size_t k = 0; k < kBets; ++k) sizes_[k] = std::exp2(-(static_cast<double>(k) + 1) / 4) / rate;
    wealth_.fill(-std::numeric_limits<double>::infinity());
  }

  // Returns the logarithm of what all have together.
  double after(double value) {
    const double before = reserve(cases_);
    cases_ += 1;
    const double put_in = std::log((before - reserve(cases_)) / kBets);
    double together = std::log(reserve(cases_));
    for (std::size_t k = 0; k < kBets; ++k) {
      wealth_[k] = log_sum(wealth_[k], put_in) + std::log1p(sizes_[k] * (value - rate_));
      together = log_sum(together, wealth_[k]);
    }
    return together;
  }

 private:
  // Wealth that no bet has yet after so many cases.
  static double reserve(double cases) { return 1 / (1 + std::log1p(cases)); }

  double rate_;
  double cases_ = 0;
  std::array<double, kBets> sizes_{};
  std::array<double, kBets> wealth_{};
};

}  // namespace

RateEvidence rate_evidence(Span<const double> values, double rate, double level) {
  constexpr double kMost = 700;  // exp of it is a number
  Bets bets(rate);
  RateEvidence result;
  double most = 0;
  for (std::int64_t i = 0; i < values.size(); ++i) {
    const double wealth = bets.after(values[i]);
    most = std::max(most, wealth);
    result.evidence = std::exp(std::min(wealth, kMost));
    if (!result.broken_at && wealth >= -std::log(level)) result.broken_at = i + 1;
  }
  result.most = std::exp(std::min(most, kMost));
  return result;
}

}  // namespace pauc
