#include <cmath>

#include "pauc/core/random.h"
#include "pauc/kernel/cross_entropy.h"
#include "pauc/kernel/sigmoid.h"

namespace pauc::kernel {
namespace {

TEST(Sigmoid, HasItsValueAndSlope) {
  Random random(18);
  std::vector<double> raw;
  for (int k = 0; k < 10000; ++k) raw.push_back(30 * random.normal());
  raw.insert(raw.end(), {0, -0.0, 40, -40, 700, -700});
  std::vector<double> scores = raw;
  std::vector<double> slopes(raw.size());
  sigmoid_in_place(scores, slopes);
  for (std::size_t k = 0; k < raw.size(); ++k) {
    const long double small = std::exp(-std::abs(static_cast<long double>(raw[k])));
    const long double expected = (raw[k] < 0 ? small : 1.0L) / (1 + small);
    const long double slope = small / ((1 + small) * (1 + small));
    EXPECT_LE(std::abs(scores[k] - expected), 1e-15L * expected);
    EXPECT_LE(std::abs(slopes[k] - slope), 2e-15L * slope);
  }
}

struct Labelled {
  std::vector<double> scores;
  std::vector<std::int64_t> labels;
  std::vector<double> weights;
};

Labelled random_labelled(Random& random, int count, double scale) {
  Labelled data;
  for (int k = 0; k < count; ++k) {
    data.scores.push_back(scale * random.normal());
    data.labels.push_back(random.below(2));
    data.weights.push_back(random.uniform());
  }
  return data;
}

void expect_definition(const Labelled& data, Span<const double> weights) {
  const CrossEntropy found = cross_entropy(data.scores, data.labels, weights);
  long double sum = 0;
  long double mass = 0;
  for (std::size_t k = 0; k < data.scores.size(); ++k) {
    const long double weight = weights.empty() ? 1.0 : weights[static_cast<std::int64_t>(k)];
    const long double x = data.labels[k] == 1 ? -data.scores[k] : data.scores[k];
    sum += weight * (std::max(x, 0.0L) + std::log1p(std::exp(-std::abs(x))));
    mass += weight;
  }
  EXPECT_NEAR(found.value, static_cast<double>(sum / mass), 1e-14 * static_cast<double>(1 + sum / mass));
  for (std::size_t k = 0; k < data.scores.size(); ++k) {
    const long double weight = weights.empty() ? 1.0 : weights[static_cast<std::int64_t>(k)];
    const long double sigmoid = 1 / (1 + std::exp(-static_cast<long double>(data.scores[k])));
    EXPECT_NEAR(found.gradient[k], static_cast<double>(weight / mass * (sigmoid - data.labels[k])), 1e-15);
  }
}

TEST(CrossEntropy, FollowsItsDefinition) {
  Random random(19);
  for (const int count : {1, 7, 8, 64, 129, 1000}) {
    for (const double scale : {0.1, 3.0, 1e4}) {
      const Labelled data = random_labelled(random, count, scale);
      expect_definition(data, {});
      expect_definition(data, data.weights);
    }
  }
}

TEST(CrossEntropy, KeepsTinyLosses) {
  const std::vector<double> scores = {50, 60};
  const std::vector<std::int64_t> labels = {1, 1};
  EXPECT_NEAR(cross_entropy(scores, labels, {}).value / (std::exp(-50.0) / 2), 1, 1e-4);
}

}  // namespace
}  // namespace pauc::kernel
