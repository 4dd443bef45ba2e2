#include "pauc/trainer/run/coefficients.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"

namespace pauc {

namespace {

using record::Coefficient;
using record::Term;

class Unscaling {
 public:
  Unscaling(Span<const double> weights, Span<const double> input_means) : weights_(weights), means_(input_means) {
    result_.intercept = weights[0];
  }

  void add(const ColumnEncoding& column) {
    if (column.dropped()) return;
    if (column.kind == Column::Kind::category) return add_categories(column);
    if (column.keeps_value) add_value(column);
    if (column.marks_missing) add_indicator(column.name, Term::missing, "");
  }

  record::Coefficients result() && { return std::move(result_); }

 private:
  double next_weight() { return weights_[++used_]; }

  void add_indicator(const std::string& feature, Term term, const std::string& category) {
    Coefficient coefficient;
    coefficient.feature = feature;
    coefficient.term = term;
    coefficient.category = category;
    coefficient.per_unit = next_weight();
    const double share = means_.empty() ? 0 : std::clamp(means_[used_ - 1], 0.0, 1.0);
    coefficient.per_deviation = coefficient.per_unit * std::sqrt(share * (1 - share));
    result_.terms.push_back(coefficient);
  }

  void add_categories(const ColumnEncoding& column) {
    for (const std::string& category : column.categories) add_indicator(column.name, Term::category, category);
    add_indicator(column.name, Term::other, "");
  }

  void add_value(const ColumnEncoding& column) {
    const double weight = next_weight();
    const double reach = kLargestStandardised * column.deviation;
    Coefficient value;
    value.feature = column.name;
    value.from = column.mean - reach;
    value.to = column.mean + reach;
    value.median = column.median;
    value.per_unit = weight / column.deviation;
    value.per_deviation = weight;
    result_.intercept -= weight * column.mean / column.deviation;
    result_.terms.push_back(value);
    for (std::size_t k = 0; k + 1 < column.edges.size(); ++k) add_ramp(column, k);
  }

  void add_ramp(const ColumnEncoding& column, std::size_t k) {
    Coefficient ramp;
    ramp.feature = column.name;
    ramp.term = Term::ramp;
    ramp.from = column.mean + column.deviation * column.edges[k];
    ramp.to = column.mean + column.deviation * column.edges[k + 1];
    ramp.per_unit = next_weight() / (ramp.to - ramp.from);
    ramp.per_deviation = ramp.per_unit * column.deviation;
    result_.terms.push_back(ramp);
  }

  Span<const double> weights_;
  Span<const double> means_;
  std::int64_t used_ = 0;  // weights so far, apart from the bias
  record::Coefficients result_;
};

}  // namespace

record::Coefficients coefficients_of(const TableEncoding& encoding, Span<const double> weights,
                                     Span<const double> input_means) {
  require(weights.size() == encoding.width() + 1, "coefficients: expected ", encoding.width() + 1, " weights, got ",
          weights.size());
  Unscaling unscaling(weights, input_means);
  for (const ColumnEncoding& column : encoding.columns) unscaling.add(column);
  return std::move(unscaling).result();
}

void add_intervals(const TableEncoding& encoding, const std::vector<std::vector<double>>& replicates,
                   record::Coefficients& coefficients) {
  std::vector<record::Coefficients> fits;
  for (const auto& weights : replicates) fits.push_back(coefficients_of(encoding, weights, {}));
  const auto interval_of = [&](const auto& number) {
    std::vector<double> values;
    for (const record::Coefficients& fit : fits) values.push_back(number(fit));
    std::sort(values.begin(), values.end());
    return percentile_interval(values, coefficients.confidence).interval;
  };
  coefficients.replicates = static_cast<std::int64_t>(replicates.size());
  coefficients.intercept_ci = interval_of([](const record::Coefficients& fit) { return fit.intercept; });
  for (std::size_t k = 0; k < coefficients.terms.size(); ++k) {
    coefficients.terms[k].ci = interval_of([&](const record::Coefficients& fit) { return fit.terms[k].per_unit; });
  }
}

}  // namespace pauc
