#include "pauc/metric/platt.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace pauc {

namespace {

constexpr int kMostSteps = 100;
constexpr double kRidge = 1e-12;

struct Likelihood {
  double loss = 0;
  double by_slope = 0, by_shift = 0;                         // first derivatives
  double slope_slope = 0, slope_shift = 0, shift_shift = 0;  // second
};

double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }

Likelihood likelihood(const std::vector<double>& scores, const std::vector<double>& targets,
                      const std::vector<double>& weights, const Platt& platt) {
  Likelihood sum;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const double weight = weights.empty() ? 1 : weights[k];
    const double z = platt.slope * scores[k] + platt.shift;
    const double p = 1 / (1 + std::exp(-z));
    const double error = weight * (p - targets[k]);
    const double curvature = weight * p * (1 - p);
    sum.loss += weight * (softplus(z) - targets[k] * z);
    sum.by_slope += error * scores[k];
    sum.by_shift += error;
    sum.slope_slope += curvature * scores[k] * scores[k];
    sum.slope_shift += curvature * scores[k];
    sum.shift_shift += curvature;
  }
  return sum;
}

// The best shift of a slope of 0: the log odds of the mean target.
double shift_alone(const std::vector<double>& targets, const std::vector<double>& weights) {
  double ones = 0;
  double zeros = 0;
  for (std::size_t k = 0; k < targets.size(); ++k) {
    const double weight = weights.empty() ? 1 : weights[k];
    ones += weight * targets[k];
    zeros += weight * (1 - targets[k]);
  }
  return std::log(ones / zeros);
}

}  // namespace

double Platt::probability(double score) const { return 1 / (1 + std::exp(-(slope * score + shift))); }

Platt fit_platt(const Cases& cases) {
  const ClassTotals totals = check(cases);
  const double mass = totals.mass_per_weight();
  const double positives = mass * totals.positives;
  const double negatives = mass * totals.negatives;
  const double high = (positives + 1) / (positives + 2);
  const double low = 1 / (negatives + 2);
  std::vector<double> weights(cases.weights.begin(), cases.weights.end());
  for (double& weight : weights) weight *= mass;
  // Standardised, so that Newton's equations are well scaled whatever the scores are.
  const auto count = static_cast<double>(cases.scores.size());
  double mean = 0;
  for (const double score : cases.scores) mean += score / count;
  double square = 0;
  for (const double score : cases.scores) square += (score - mean) * (score - mean) / count;
  const double unit = square > 0 ? std::sqrt(square) : 1;
  std::vector<double> scores;
  std::vector<double> targets;
  for (std::int64_t k = 0; k < cases.scores.size(); ++k) {
    scores.push_back((cases.scores[k] - mean) / unit);
    targets.push_back(cases.labels[k] == 1 ? high : low);
  }

  Platt platt{0, std::log((positives + 1) / (negatives + 1))};
  Likelihood now = likelihood(scores, targets, weights, platt);
  for (int step = 0; step < kMostSteps; ++step) {
    const double a = now.slope_slope + kRidge;
    const double c = now.shift_shift + kRidge;
    const double determinant = a * c - now.slope_shift * now.slope_shift;
    const double slope_step = (c * now.by_slope - now.slope_shift * now.by_shift) / determinant;
    const double shift_step = (a * now.by_shift - now.slope_shift * now.by_slope) / determinant;
    double share = 1;
    Likelihood next;
    Platt moved;
    do {
      moved = {platt.slope - share * slope_step, platt.shift - share * shift_step};
      next = likelihood(scores, targets, weights, moved);
      share /= 2;
    } while (next.loss > now.loss && share > 1e-10);
    if (!(next.loss < now.loss)) break;
    const bool settled = now.loss - next.loss < 1e-14 * std::max(1.0, now.loss);
    platt = moved;
    now = next;
    if (settled) break;
  }
  // The likelihood is concave: if its maximum lies below 0, that of slopes from 0 on is at 0.
  if (platt.slope < 0) return {0, shift_alone(targets, weights)};
  return {platt.slope / unit, platt.shift - platt.slope * mean / unit};
}

}  // namespace pauc
