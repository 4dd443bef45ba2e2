#include "pauc/record/estimator.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/metric/interval/mean_deviation.h"

namespace pauc::record {

namespace {

double quantile(const std::vector<double>& ascending, double share) {
  const double place = share * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const double between = place - static_cast<double>(below);
  if (between == 0) return ascending[below];
  return ascending[below] + between * (ascending[below + 1] - ascending[below]);
}

}  // namespace

Spread spread_of(std::vector<double> values) {
  require(!values.empty(), "spread: expected at least one value, got none");
  std::sort(values.begin(), values.end());
  Spread spread;
  const MeanDeviation of_all = mean_deviation(values);
  spread.mean = of_all.mean;
  spread.deviation = of_all.deviation.value_or(0);
  spread.least = values.front();
  spread.lower_quartile = quantile(values, 0.25);
  spread.median = quantile(values, 0.5);
  spread.upper_quartile = quantile(values, 0.75);
  spread.largest = values.back();
  return spread;
}

const ErrorsAtLambda& best_lambda(const EstimatorAtFpr& bound) {
  require(!bound.lambdas.empty(), "estimator: expected at least one lambda, got none");
  return *std::min_element(bound.lambdas.begin(), bound.lambdas.end(),
                           [](const ErrorsAtLambda& a, const ErrorsAtLambda& b) {
                             return spread_of(a.errors).mean < spread_of(b.errors).mean;
                           });
}

}  // namespace pauc::record
