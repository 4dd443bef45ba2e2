#include "pauc/metric/log_loss.h"

#include <algorithm>
#include <cmath>

namespace pauc {

double log_loss(const Cases& cases) {
  double sum = 0;
  double weights = 0;
  for (std::int64_t k = 0; k < cases.labels.size(); ++k) {
    const double loss_of = cases.labels[k] == 1 ? -cases.scores[k] : cases.scores[k];
    const double weight = cases.weights.empty() ? 1 : cases.weights[k];
    sum += weight * (std::max(loss_of, 0.0) + std::log1p(std::exp(-std::abs(loss_of))));  // finite for any score
    weights += weight;
  }
  return sum / weights;
}

}  // namespace pauc
