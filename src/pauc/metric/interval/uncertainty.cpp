#include "pauc/metric/interval/uncertainty.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/metric/interval/distributions.h"
#include "pauc/metric/interval/effective_positives.h"
#include "pauc/metric/interval/influence.h"

namespace pauc {

const Fields<UncertaintyOptions> kUncertaintyFields = {
    {"ci", &UncertaintyOptions::method, "method of the intervals"},
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
    : rows_(rows),
      columns_(columns),
      measures_(std::move(measures)),
      options_(options),
      totals_(check(rows.cases(0))),
      reason_for_none_(find_reason_for_none()) {
  check(options);
  if (!resampled() || !reason_for_none_.empty()) return;
  std::vector<const Ranking*> rankings;
  for (const auto& column : columns) rankings.push_back(&column.ranking);
  replicates_ = bootstrap({rows.labels, rows.weights, rows.groups, rows.group_count}, rankings, measures_,
                          {options.replicates, options.seed, options.threads});
}

IntervalResult Uncertainty::interval(std::size_t column, std::size_t measure) const {
  if (!reason_for_none_.empty()) return {std::nullopt, reason_for_none_};
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
  return resampled() && point.exists ? interval(column, measure) : held_tpr_intervals(column, {point}).front();
}

std::vector<IntervalResult> Uncertainty::held_tpr_intervals(std::size_t column,
                                                            const std::vector<OperatingPoint>& points) const {
  // One positive alone still has an exact interval; positives of one group are not even that.
  const bool any = options_.method != IntervalMethod::none && (rows_.groups.empty() || reason_for_none_.empty());
  std::vector<double> trials(points.size(), 0.0);
  if (any) trials = effective_positives(rows_, columns_[column].ranking, columns_[column].curve, points);
  std::vector<IntervalResult> results(points.size());
  parallel_for(static_cast<std::int64_t>(points.size()), options_.threads, [&](std::int64_t k) {
    if (!points[k].exists) {
      results[k].reason = "no threshold lets through so few negatives";
    } else if (any) {
      results[k].interval = clopper_pearson(points[k].tpr * trials[k], trials[k], options_.confidence);
    } else {
      results[k].reason = reason_for_none_;
    }
  });
  return results;
}

std::vector<ComparedPair> Uncertainty::compare(std::size_t measure) const {
  // Replicates speak for themselves; the other ways go by each row's influence.
  const bool by_influence = reason_for_none_.empty() && options_.method != IntervalMethod::bootstrap;
  std::vector<std::vector<double>> influences(columns_.size());
  for (std::size_t c = 0; by_influence && c < columns_.size(); ++c) influences[c] = influence_of(c, measure);

  std::vector<ComparedPair> comparisons;
  for (std::size_t a = 0; a < columns_.size(); ++a) {
    for (std::size_t b = a + 1; b < columns_.size(); ++b) {
      ComparedPair comparison;
      comparison.a = rows_.names[a];
      comparison.b = rows_.names[b];
      comparison.difference = value(a, measure) - value(b, measure);
      comparison.ci.reason = reason_for_none_;
      std::vector<double> differences = influences[a];
      for (std::size_t i = 0; i < differences.size(); ++i) differences[i] -= influences[b][i];
      if (reason_for_none_.empty() && resampled()) {
        compare_replicates(measure, a, b, by_unit(differences), comparison);
      } else if (reason_for_none_.empty()) {
        compare_analytically(variance(differences), comparison);
      }
      comparisons.push_back(comparison);
    }
  }
  return comparisons;
}

bool Uncertainty::resampled() const {
  return options_.method == IntervalMethod::bootstrap || options_.method == IntervalMethod::bca;
}

// Each class needs two independent units: rows, or groups that hold some of it.
std::string Uncertainty::find_reason_for_none() const {
  if (options_.method == IntervalMethod::none) return "not asked for";
  std::int64_t units[2] = {totals_.negative_rows, totals_.positive_rows};
  if (!rows_.groups.empty()) {
    for (const int label : {0, 1}) {
      std::vector<bool> seen(rows_.group_count, false);
      for (std::size_t i = 0; i < rows_.groups.size(); ++i) {
        if (rows_.labels[i] == label) seen[rows_.groups[i]] = true;
      }
      units[label] = std::count(seen.begin(), seen.end(), true);
    }
  }
  const char* where = rows_.groups.empty() ? "there is one " : "all rows of a class are in one group: the ";
  if (units[1] < 2) return joined(where, rows_.groups.empty() ? "positive only" : "positives");
  if (units[0] < 2) return joined(where, rows_.groups.empty() ? "negative only" : "negatives");
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

void Uncertainty::compare_analytically(double variance, ComparedPair& comparison) const {
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
                                     Span<const double> unit_influence, ComparedPair& comparison) const {
  std::vector<double> differences = replicates_[a][measure];
  for (std::size_t r = 0; r < differences.size(); ++r) differences[r] -= replicates_[b][measure][r];
  for (double& difference : differences) {
    if (std::abs(difference) < 1e-13) difference = 0;  // rounding of sums in another order must not break a tie with 0
  }
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
