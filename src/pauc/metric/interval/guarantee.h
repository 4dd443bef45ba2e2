#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/core/choices.h"
#include "pauc/metric/roc.h"
#include "pauc/metric/scored_rows.h"

namespace pauc {

/// The rate that a threshold promises to keep on new cases.
enum class PromisedRate {
  fpr,  ///< a false-positive rate of at most this
  tpr   ///< a true-positive rate of at least this
};

/// How far the law of order statistics applies to the rows that a threshold was found on.
enum class GuaranteeBasis {
  exact,        ///< rows are independent and count alike: the binomial law itself
  approximate,  ///< rows have weights or groups: the binomial law with an effective number of cases
  out_of_fold,  ///< new rows are scored by other models than these rows were: no law applies
};

/// Words for them.
template <>
struct Choices<GuaranteeBasis> {
  /// Names by value.
  static constexpr NamedChoice<GuaranteeBasis> kNames[] = {{GuaranteeBasis::exact, "exact"},
                                                           {GuaranteeBasis::approximate, "approximate"},
                                                           {GuaranteeBasis::out_of_fold, "out_of_fold"}};
};

/// A promise about new cases from the same source.
struct Promise {
  PromisedRate kind = PromisedRate::fpr;  ///< which rate
  double rate = 0.1;                      ///< the bound, between 0 and 1
  double confidence = 0.95;               ///< probability with which the bound is kept
};

/// A threshold that keeps a promise.
///
/// The false-positive rate: with m negatives in ascending order, calling positive what scores above the k-th of them
/// has a rate on new cases that exceeds f with probability P(Bin(m, 1 - f) >= k), whatever the distribution of the
/// scores. k is the smallest for which that is at most 1 - confidence (Tong, Feng, Li 2018). Ties only make it safer.
/// A case is positive if score >= threshold, so the threshold is the next number above that score.
///
/// The true-positive rate is the same law on the positives, from the other end.
///
/// It holds if these rows had no part in training and new rows are scored by the same model. With groups or weights m
/// is the effective number of cases at that threshold (Korn and Graubard 1998), and the promise is approximate.
struct GuaranteedThreshold {
  Promise promise;                               ///< what is promised
  std::optional<double> threshold;               ///< lowest threshold for an FPR, highest for a TPR; none: see reason
  double realised_fpr = 0;                       ///< on the rows where it was found
  double realised_tpr = 0;                       ///< likewise
  std::string reason;                            ///< why there is none
  GuaranteeBasis basis = GuaranteeBasis::exact;  ///< how the promise was made
  double cases = 0;                              ///< negatives (FPR) or positives (TPR), effective if approximate
};

/// Refuses a rate or a confidence that is not between 0 and 1; `where` names the options.
void check(const Promise& promise, const std::string& rate_option, const std::string& confidence_option);

/// P(Bin(cases, rate) <= called): the probability that a threshold with `called` of `cases` above it has a rate above
/// `rate` on new cases. Both numbers may be fractional.
double chance_of_excess(double called, double cases, double rate);

/// The largest number of cases above the threshold that keeps a promise; none if no threshold does.
std::optional<std::int64_t> most_called(std::int64_t cases, double rate, double confidence);

/// The number of cases from which on some threshold keeps the promise: ceil(log(1 - confidence) / log(1 - rate)), 299
/// for a rate of 0.01 at 95 %.
std::int64_t cases_needed(double rate, double confidence);

/// Upper confidence limit of a rate of which `called` of `cases` were seen (Clopper and Pearson 1934, one-sided).
double upper_limit(double called, double cases, double confidence);

/// The threshold for a promise, on one column of rows as `prepared` returns them.
GuaranteedThreshold guaranteed_threshold(const ScoredRows& rows, const Ranking& ranking, const RocCurve& curve,
                                         const Promise& promise);
/// The same on rows that are not prepared yet.
GuaranteedThreshold guaranteed_threshold(ScoredRows rows, const Promise& promise);

/// Effective number of negatives at every vertex of a curve; empty if rows are independent and count alike.
std::vector<double> effective_negatives(const ScoredRows& rows, const Ranking& ranking);

}  // namespace pauc
