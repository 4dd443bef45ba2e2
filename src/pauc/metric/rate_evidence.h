#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "pauc/core/span.h"

namespace pauc {

/// Evidence against "the rate is at most f", after a sequence of cases.
struct RateEvidence {
  double evidence = 1;                    ///< wealth of the bets after the last case; near 0 if the rate is well kept
  double most = 1;                        ///< largest wealth so far
  std::optional<std::int64_t> broken_at;  ///< number of the case, from 1, at which the wealth reached 1 / level

  /// Anytime-valid p-value: 1 / most, at most 1.
  double p() const { return most > 1 ? 1 / most : 1; }
};

/// A test that may be looked at after every case, with bets on one value after the other. Each value is 1 if a case
/// breaks the rule (a negative that raises an alarm, a positive that is missed) and 0 if not, or the share of such
/// cases in a group.
///
/// Bets against the claim: K = 40 bets multiply their wealth by 1 + b (x - f) for each value x, with b = 2^(-k/4) / f,
/// k = 1..K; such a bet is the likelihood ratio of the rate f + 2^(-k/4) (1 - f). They start again at every case, so
/// that a rate that rises late is found although early cases spoke for it: case n puts in r(n - 1) - r(n) of the
/// wealth, with r(n) = 1/(1 + log(1 + n)). If the mean of each value, given those before, is at most f, all bets and
/// r(n) together are a nonnegative supermartingale that starts at 1. It therefore ever reaches 1 / level with
/// probability at most `level`, however long it is watched (Ville 1939; Waudby-Smith and Ramdas 2024).
///
/// A value may come with a stake s between 0 and 1, and the bets then multiply by 1 + b s (x - f). That is fair if the
/// mean of s (x - f), given the values before, is at most 0: if the rate weighted by the stakes is at most f.
class RateBets {
 public:
  /// Before the first case.
  RateBets(double rate, double level);

  /// Bets on the next case.
  void add(double value, double stake = 1);
  /// After all cases so far.
  const RateEvidence& evidence() const { return evidence_; }

 private:
  static constexpr std::size_t kBets = 40;

  double rate_, level_;
  std::int64_t cases_ = 0;
  std::array<double, kBets> sizes_{};
  std::array<double, kBets> wealth_{};  // in logarithms: it may grow beyond any number
  RateEvidence evidence_;
};

/// The evidence after these values, all with a stake of 1.
RateEvidence rate_evidence(Span<const double> values, double rate, double level);

}  // namespace pauc
