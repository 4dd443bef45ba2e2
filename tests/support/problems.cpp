#include "support/problems.h"

#include <algorithm>
#include <cmath>

#include "pauc/metric/interval/distributions.h"

namespace pauc::test {

namespace {

// Log-uniform from 1 to 100: tiny classes are as common as large ones.
std::int64_t random_size(Random& random) {
  return static_cast<std::int64_t>(std::exp(random.uniform() * std::log(100.0)));
}

double random_weight(Random& random, Weights weights) {
  if (weights == Weights::whole) return random.below(4);
  return random.below(8) == 0 ? 0 : random.uniform() * 3;
}

}  // namespace

Problem random_problem(Random& random, Ties ties, Weights weights) {
  const double separation = 3 * random.uniform() - 0.5;
  const double grid = 0.1 + random.uniform();
  Problem problem = binormal_problem(random, random_size(random), random_size(random), separation);
  if (ties == Ties::many) {
    for (double& score : problem.scores) score = grid * std::round(score / grid);
  }
  if (weights == Weights::none) return problem;
  bool has_mass[2] = {false, false};
  for (const std::uint8_t label : problem.labels) {
    const double weight = random_weight(random, weights);
    problem.weights.push_back(has_mass[label] || weight > 0 ? weight : 1);
    has_mass[label] |= problem.weights.back() > 0;
  }
  return problem;
}

SortedScores sorted_by_class(const Problem& problem) {
  SortedScores sorted;
  for (std::size_t i = 0; i < problem.labels.size(); ++i) {
    (problem.labels[i] != 0 ? sorted.positives : sorted.negatives).push_back(problem.scores[i]);
  }
  std::sort(sorted.positives.begin(), sorted.positives.end());
  std::sort(sorted.negatives.rbegin(), sorted.negatives.rend());
  return sorted;
}

Problem binormal_problem(Random& random, std::int64_t positives, std::int64_t negatives, double separation) {
  Problem problem;
  for (std::int64_t i = 0; i < positives + negatives; ++i) {
    const bool positive = i < positives;
    problem.labels.push_back(positive ? 1 : 0);
    problem.scores.push_back(random.normal() + (positive ? separation : 0));
  }
  return problem;
}

double true_binormal_area(double separation, const Region& region) {
  // Midpoint rule on a fine grid of z = quantile(f), where the integrand is smooth: df = phi(z) dz.
  constexpr int kSteps = 200000;
  const double low = region.fpr_min > 0 ? normal_quantile(region.fpr_min) : -9;
  const double high = region.fpr_max < 1 ? normal_quantile(region.fpr_max) : 9;
  const double step = (high - low) / kSteps;
  double sum = 0;
  for (int k = 0; k < kSteps; ++k) {
    const double z = low + (k + 0.5) * step;
    const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0));
    sum += std::max(0.0, normal_cdf(separation + z) - region.tpr_min) * density * step;
  }
  return sum / ((region.fpr_max - region.fpr_min) * (1 - region.tpr_min));
}

Problem with_rows_repeated(const Problem& problem) {
  Problem repeated;
  for (std::size_t i = 0; i < problem.labels.size(); ++i) {
    for (int copy = 0; copy < static_cast<int>(problem.weights[i]); ++copy) {
      repeated.labels.push_back(problem.labels[i]);
      repeated.scores.push_back(problem.scores[i]);
    }
  }
  return repeated;
}

double brute_force_area(const Problem& problem, const Region& region) {
  const auto [positives, negatives] = sorted_by_class(problem);
  const auto count_positives = static_cast<double>(positives.size());
  const auto count_negatives = static_cast<double>(negatives.size());
  const auto part_below = [](double bound, std::size_t rank) {
    return std::clamp(bound - static_cast<double>(rank), 0.0, 1.0);
  };
  long double sum = 0;
  for (std::size_t j = 0; j < negatives.size(); ++j) {
    const double negative_part =
        part_below(region.fpr_max * count_negatives, j) - part_below(region.fpr_min * count_negatives, j);
    for (std::size_t i = 0; i < positives.size(); ++i) {
      const double positive_part = part_below((1 - region.tpr_min) * count_positives, i);
      if (positives[i] > negatives[j]) sum += negative_part * positive_part;
    }
  }
  const double largest = (region.fpr_max - region.fpr_min) * (1 - region.tpr_min);
  return static_cast<double>(sum / (count_positives * count_negatives * largest));
}

}  // namespace pauc::test
