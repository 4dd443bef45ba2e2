#include "pauc/kernel/cross_entropy.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/target_clones.h"
#include "pauc/kernel/vector_math.h"

namespace pauc::kernel {

namespace {

constexpr std::int64_t kPartialSums = 8;
constexpr std::int64_t kRounds = 16;  // factors of at most 2 in one product
constexpr double kTiny = 1e-4;        // below it log(1 + x) is a short series, and 1 + x would lose digits

// Sum of the losses and their slopes. A logarithm is taken of the product of many factors 1 + x, not of each.
PAUC_CLONES double add_losses(const double* scores, const std::int64_t* labels, std::int64_t count, double* slopes) {
  double sums[kPartialSums] = {};
  for (std::int64_t block = 0; block < count; block += kPartialSums * kRounds) {
    double products[kPartialSums];
    for (double& product : products) product = 1;
    const std::int64_t end = std::min<std::int64_t>(count, block + kPartialSums * kRounds);
    std::int64_t k = block;
    const auto add = [&](std::int64_t place, std::int64_t lane) {
      // The loss of a positive at x is that of a negative at -x.
      const double sign = labels[place] == 1 ? -1.0 : 1.0;
      const double x = sign * scores[place];
      const double small = quick_exp(-std::abs(x));
      slopes[place] = sign * (x < 0 ? small : 1.0) / (1 + small);
      const double series = small * (1 - small * (1.0 / 2 - small * (1.0 / 3 - small / 4)));
      sums[lane] += (x < 0 ? 0.0 : x) + (small < kTiny ? series : 0.0);
      products[lane] *= small < kTiny ? 1.0 : 1 + small;
    };
    for (; k + kPartialSums <= end; k += kPartialSums) {
      for (std::int64_t lane = 0; lane < kPartialSums; ++lane) add(k + lane, lane);
    }
    for (; k < end; ++k) add(k, 0);
    double product = 1;
    for (const double factor : products) product *= factor;
    sums[0] += std::log(product);
  }
  double sum = 0;
  for (const double part : sums) sum += part;
  return sum;
}

double add_weighted_losses(Span<const double> scores, Span<const std::int64_t> labels, Span<const double> weights,
                           Span<double> slopes) {
  double sum = 0;
  for (std::int64_t k = 0; k < scores.size(); ++k) {
    sum += weights[k] * add_losses(&scores[k], &labels[k], 1, &slopes[k]);
    slopes[k] *= weights[k];
  }
  return sum;
}

}  // namespace

CrossEntropy cross_entropy(Span<const double> scores, Span<const std::int64_t> labels, Span<const double> weights) {
  CrossEntropy result;
  result.gradient.resize(scores.size());
  double mass = static_cast<double>(scores.size());
  if (weights.empty()) {
    result.value = add_losses(scores.data(), labels.data(), scores.size(), result.gradient.data());
  } else {
    mass = 0;
    for (const double weight : weights) mass += weight;
    result.value = add_weighted_losses(scores, labels, weights, result.gradient);
  }
  result.value /= mass;
  for (double& slope : result.gradient) slope /= mass;
  return result;
}

}  // namespace pauc::kernel
