#include "pauc/metric/uncertainty.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/metric/distributions.h"
#include "pauc/metric/influence.h"

namespace pauc {

const Fields<UncertaintyOptions> kUncertaintyFields = {
    {"confidence", &UncertaintyOptions::confidence, "level of the intervals"},
    {"replicates", &UncertaintyOptions::replicates, "draws of the bootstrap"},
};

namespace {

std::vector<double> sorted(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values;
}

}  // namespace

void check(const UncertaintyOptions& options) {
  require_usage(options.confidence > 0 && options.confidence < 1, "confidence: expected a number between 0 and 1, got ",
                options.confidence);
  require_usage(options.replicates >= 100 && options.replicates <= 10000000,
                "replicates: expected 100 to 10000000, got ", options.replicates);
}

Uncertainty::Uncertainty(const ScoredRows& rows, const std::vector<RankedColumn>& columns,
                         std::vector<Measure> measures, const UncertaintyOptions& options)
    : rows_(rows), columns_(columns), measures_(std::move(measures)), options_(options), totals_(check(rows.cases(0))) {
  check(options);
  if (!resampled() || !why_none().empty()) return;
  std::vector<const Ranking*> rankings;
  for (const auto& column : columns) rankings.push_back(&column.ranking);
  replicates_ = bootstrap({rows.labels, rows.weights, rows.groups, rows.group_count}, rankings, measures_,
                          {options.replicates, options.seed, options.threads});
}

IntervalResult Uncertainty::interval(std::size_t column, std::size_t measure) const {
  if (const auto reason = why_none(); !reason.empty()) return {std::nullopt, reason};
  if (options_.method == IntervalMethod::bootstrap) {
    return percentile_interval(sorted(replicates_[column][measure]), options_.confidence);
  }
  const auto rows_influence = influence_of(column, measure);
  if (options_.method == IntervalMethod::bca) {
    return bca_interval(value(column, measure), sorted(replicates_[column][measure]), by_unit(rows_influence),
                        options_.confidence);
  }
  return logit_interval(value(column, measure), variance(rows_influence), options_.confidence);
}

IntervalResult Uncertainty::tpr_interval(std::size_t column, std::size_t measure, const OperatingPoint& point) const {
  if (!point.exists) return {std::nullopt, "no threshold lets through so few negatives"};
  if (options_.method == IntervalMethod::none) return {std::nullopt, why_none()};
  if (resampled()) return interval(column, measure);
  const double trials = effective_positives(column, measure, point.tpr);
  return {clopper_pearson(point.tpr * trials, trials, options_.confidence), ""};
}

Comparison Uncertainty::compare(std::size_t a, std::size_t b, std::size_t measure) const {
  Comparison comparison;
  comparison.a = rows_.names[a];
  comparison.b = rows_.names[b];
  comparison.difference = value(a, measure) - value(b, measure);
  comparison.ci.reason = why_none();
  if (!comparison.ci.reason.empty()) return comparison;

  auto differences = influence_of(a, measure);
  const auto other = influence_of(b, measure);
  for (std::size_t i = 0; i < differences.size(); ++i) differences[i] -= other[i];
  if (resampled()) {
    compare_replicates(measure, a, b, by_unit(differences), comparison);
  } else {
    compare_analytically(variance(differences), comparison);
  }
  return comparison;
}

bool Uncertainty::resampled() const {
  return options_.method == IntervalMethod::bootstrap || options_.method == IntervalMethod::bca;
}

std::string Uncertainty::why_none() const {
  if (options_.method == IntervalMethod::none) return "not asked for";
  if (!rows_.groups.empty()) return rows_.group_count < 2 ? "there is one group only" : "";
  if (totals_.positive_rows < 2) return "there is one positive only";
  if (totals_.negative_rows < 2) return "there is one negative only";
  return "";
}

double Uncertainty::value(std::size_t column, std::size_t measure) const {
  return measured(columns_[column].curve.vertices, measures_[measure]);
}

std::vector<double> Uncertainty::influence_of(std::size_t column, std::size_t measure) const {
  return influence(rows_.cases(column), columns_[column].ranking, columns_[column].curve, measures_[measure]);
}

std::vector<double> Uncertainty::by_unit(Span<const double> rows_influence) const {
  return influence_by_unit(rows_influence, rows_.groups, rows_.group_count);
}

double Uncertainty::variance(Span<const double> rows_influence) const {
  return influence_variance(rows_influence, rows_.cases(0), rows_.groups, rows_.group_count);
}

// Clopper-Pearson counts independent cases. With weights or groups: as many as would give the observed rate the same
// variance (Korn and Graubard 1998), never more than there are.
double Uncertainty::effective_positives(std::size_t column, std::size_t measure, double tpr) const {
  const auto rows = static_cast<double>(totals_.positive_rows);
  if (rows_.weights.empty() && rows_.groups.empty()) return rows;
  if (tpr > 0 && tpr < 1 && why_none().empty()) {
    const double spread = variance(influence_of(column, measure));
    if (spread > 0) return std::min(rows, tpr * (1 - tpr) / spread);
  }
  // At 0 or 1 there is no variance to go by: Kish's effective number of units.
  std::vector<double> mass(rows_.labels.size(), 0.0);
  for (std::size_t i = 0; i < mass.size(); ++i) {
    if (rows_.labels[i] != 0) mass[i] = rows_.weights.empty() ? 1.0 : rows_.weights[i];
  }
  double squares = 0;
  for (const double unit : by_unit(mass)) squares += unit * unit;
  return std::min(rows, totals_.positives * totals_.positives / squares);
}

void Uncertainty::compare_analytically(double variance, Comparison& comparison) const {
  if (!(variance > 0)) {
    comparison.ci.reason = "the estimated variance of the difference is 0";
    if (comparison.difference == 0) comparison.p = 1.0;
    return;
  }
  const double error = std::sqrt(variance);
  const double half_width = normal_quantile(0.5 + options_.confidence / 2) * error;
  comparison.ci.interval = Interval{comparison.difference - half_width, comparison.difference + half_width};
  comparison.p = 2 * normal_cdf(-std::abs(comparison.difference) / error);
}

void Uncertainty::compare_replicates(std::size_t measure, std::size_t a, std::size_t b,
                                     Span<const double> unit_influence, Comparison& comparison) const {
  std::vector<double> differences = replicates_[a][measure];
  for (std::size_t r = 0; r < differences.size(); ++r) differences[r] -= replicates_[b][measure][r];
  std::sort(differences.begin(), differences.end());
  if (options_.method == IntervalMethod::bca) {
    comparison.ci = bca_interval(comparison.difference, differences, unit_influence, options_.confidence);
    comparison.p = bca_p_value(comparison.difference, differences, unit_influence);
  } else {
    comparison.ci = percentile_interval(differences, options_.confidence);
    comparison.p = percentile_p_value(differences);
  }
}

}  // namespace pauc
