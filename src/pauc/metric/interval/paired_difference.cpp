#include "pauc/metric/interval/paired_difference.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/metric/interval/distributions.h"
#include "pauc/metric/interval/mean_deviation.h"

namespace pauc {

namespace {

std::vector<double> differences(Span<const double> a, Span<const double> b) {
  require(a.size() == b.size(), "paired difference: expected lists of one length, got ", a.size(), " and ", b.size());
  require(!a.empty(), "paired difference: expected at least one pair, got none");
  std::vector<double> list;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    list.push_back(a[i] - b[i]);
    require(std::isfinite(list.back()), "paired difference: expected finite numbers, got ", a[i], " and ", b[i]);
  }
  return list;
}

// Equal but for how numbers are rounded.
bool are_equal(const MeanDeviation& differences, Span<const double> a, Span<const double> b) {
  constexpr double kRounding = 1e-14;
  double largest = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) largest = std::max({largest, std::abs(a[i]), std::abs(b[i])});
  return *differences.deviation <= kRounding * largest;
}

}  // namespace

bool PairedDifference::beyond_noise() const {
  return ci.interval && (ci.interval->lower > 0 || ci.interval->upper < 0);
}

PairedDifference paired_difference(Span<const double> a, Span<const double> b, double confidence) {
  require_usage(confidence > 0 && confidence < 1, "confidence: expected a number between 0 and 1, got ", confidence);
  const MeanDeviation found = mean_deviation(differences(a, b));
  PairedDifference result;
  result.n = found.n;
  result.mean = found.mean;
  result.standard_error = found.standard_error();
  if (!result.standard_error) {
    result.ci.reason = "one pair has no spread";
    return result;
  }
  if (are_equal(found, a, b)) {
    result.ci.reason = "all differences are equal: there is no spread to compare them with";
    return result;
  }
  const auto degrees = static_cast<double>(found.n - 1);
  const double half = student_quantile(0.5 + confidence / 2, degrees) * *result.standard_error;
  result.ci.interval = Interval{found.mean - half, found.mean + half};
  result.p = 2 * student_cdf(-std::abs(found.mean / *result.standard_error), degrees);
  return result;
}

}  // namespace pauc
