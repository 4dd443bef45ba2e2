#include "kernel/pairs.h"

#include <cmath>

namespace pauc::test {

Pairs random_pairs(Random& random) {
  const auto size = [&] { return 1 + static_cast<std::size_t>(std::exp(random.uniform() * std::log(300.0))); };
  const bool sigmoid = random.below(2) == 0;
  const bool ties = random.below(10) == 0;
  const double scale = std::pow(10.0, 4 * random.uniform());
  const double separation = 3 * random.uniform() - 1;
  const auto draw = [&](double mean) {
    double score = random.normal() + mean;
    if (ties) score = std::round(score);
    return sigmoid ? 1 / (1 + std::exp(-score)) : scale * score / 3;
  };
  Pairs pairs;
  pairs.positives.resize(size());
  pairs.negatives.resize(size());
  for (double& score : pairs.positives) score = draw(separation);
  for (double& score : pairs.negatives) score = draw(0);
  return pairs;
}

}  // namespace pauc::test
