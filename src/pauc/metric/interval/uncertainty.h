#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/interval/bootstrap.h"
#include "pauc/metric/interval/interval.h"
#include "pauc/metric/roc.h"
#include "pauc/metric/scored_rows.h"

namespace pauc {

/// A column of scores, sorted once.
struct RankedColumn {
  Ranking ranking;  ///< rows by descending score
  RocCurve curve;   ///< its ROC curve
};

/// How intervals are computed.
enum class IntervalMethod {
  analytic,   ///< from the influence of each row, on the logit scale
  bootstrap,  ///< percentiles of bootstrap replicates
  bca,        ///< bias-corrected and accelerated bootstrap
  none        ///< no intervals
};

/// Words for the methods.
template <>
struct Choices<IntervalMethod> {
  /// Names by value.
  static constexpr NamedChoice<IntervalMethod> kNames[] = {{IntervalMethod::analytic, "analytic"},
                                                           {IntervalMethod::bootstrap, "bootstrap"},
                                                           {IntervalMethod::bca, "bca"},
                                                           {IntervalMethod::none, "none"}};
};

/// Options of intervals and tests.
struct UncertaintyOptions {
  IntervalMethod method = IntervalMethod::analytic;  ///< how intervals are computed
  double confidence = 0.95;                          ///< coverage of the intervals
  std::int64_t replicates = 2000;                    ///< bootstrap replicates
  std::uint64_t seed = 0;                            ///< seed of the bootstrap
  int threads = 1;                                   ///< results do not depend on it
};

/// Refuses a confidence outside 0..1 and a number of replicates that is too small or absurdly large.
void check(const UncertaintyOptions& options);

extern const Fields<UncertaintyOptions> kUncertaintyFields;  ///< the options as flags and config keys

/// Column a minus column b on the same rows.
struct ComparedPair {
  std::string a;            ///< name of the first column
  std::string b;            ///< name of the second column
  double difference = 0;    ///< value of a minus value of b
  IntervalResult ci;        ///< interval of the difference
  std::optional<double> p;  ///< two-sided p of "the difference is 0"
};

/// Intervals and paired comparisons for a fixed list of measures, all by one method. Measures are named by their index
/// in the list. The rows, as `prepared` returns them, and the columns must outlive it.
class Uncertainty {
 public:
  /// Draws the bootstrap replicates if the method needs them.
  Uncertainty(const ScoredRows& rows, const std::vector<RankedColumn>& columns, std::vector<Measure> measures,
              const UncertaintyOptions& options);

  /// Interval of one measure of one column.
  IntervalResult interval(std::size_t column, std::size_t measure) const;

  /// Interval of TPR at an operating point. Bootstrap replicates find the threshold again; otherwise the interval is
  /// exact for the given threshold.
  IntervalResult tpr_interval(std::size_t column, std::size_t measure, const OperatingPoint& point) const;

  /// Exact intervals of TPR at given thresholds, whatever the method. Points are ordered by descending threshold.
  std::vector<IntervalResult> held_tpr_intervals(std::size_t column, const std::vector<OperatingPoint>& points) const;

  /// Compares every pair of columns.
  std::vector<ComparedPair> compare(std::size_t measure) const;

 private:
  bool resampled() const;
  std::string find_reason_for_none() const;
  double value(std::size_t column, std::size_t measure) const;
  std::vector<double> influence_of(std::size_t column, std::size_t measure) const;
  std::vector<double> by_unit(Span<const double> rows_influence) const;
  double variance(Span<const double> rows_influence) const;
  void compare_analytically(double variance, ComparedPair& comparison) const;
  void compare_replicates(std::size_t measure, std::size_t a, std::size_t b, Span<const double> unit_influence,
                          ComparedPair& comparison) const;

  const ScoredRows& rows_;
  const std::vector<RankedColumn>& columns_;
  std::vector<Measure> measures_;
  UncertaintyOptions options_;
  ClassTotals totals_;
  std::string reason_for_none_;  // empty: there are intervals
  BootstrapValues replicates_;
};

}  // namespace pauc
