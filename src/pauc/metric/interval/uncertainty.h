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

// A column of scores, sorted once.
struct RankedColumn {
  Ranking ranking;
  RocCurve curve;
};

enum class IntervalMethod { analytic, bootstrap, bca, none };

template <>
struct Choices<IntervalMethod> {
  static constexpr NamedChoice<IntervalMethod> kNames[] = {{IntervalMethod::analytic, "analytic"},
                                                           {IntervalMethod::bootstrap, "bootstrap"},
                                                           {IntervalMethod::bca, "bca"},
                                                           {IntervalMethod::none, "none"}};
};

struct UncertaintyOptions {
  IntervalMethod method = IntervalMethod::analytic;
  double confidence = 0.95;
  std::int64_t replicates = 2000;
  std::uint64_t seed = 0;
  int threads = 1;
};

// Refuses a confidence outside 0..1 and a number of replicates that is too small or absurd.
void check(const UncertaintyOptions& options);

extern const Fields<UncertaintyOptions> kUncertaintyFields;

// Column a minus column b on the same rows.
struct ComparedPair {
  std::string a;
  std::string b;
  double difference = 0;
  IntervalResult ci;
  std::optional<double> p;
};

// Intervals and paired comparisons of a fixed list of measures (named by their place in it), all by one method. Rows,
// as `prepared` leaves them, and columns must outlive it.
class Uncertainty {
 public:
  Uncertainty(const ScoredRows& rows, const std::vector<RankedColumn>& columns, std::vector<Measure> measures,
              const UncertaintyOptions& options);

  IntervalResult interval(std::size_t column, std::size_t measure) const;

  // TPR at a threshold: by replicates, which find the threshold anew, or exactly for the threshold as it stands.
  IntervalResult tpr_interval(std::size_t column, std::size_t measure, const OperatingPoint& point) const;

  // Exactly, for thresholds as they stand, whatever the method; points by descending threshold.
  std::vector<IntervalResult> held_tpr_intervals(std::size_t column, const std::vector<OperatingPoint>& points) const;

  // Every pair of columns.
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
