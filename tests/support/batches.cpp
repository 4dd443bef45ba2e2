#include "support/batches.h"

#include <ATen/Functions.h>

#include <cmath>

namespace pauc::test {

at::Tensor numbers(const std::vector<double>& values) { return at::tensor(values, at::kDouble); }

std::vector<double> values_of(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.detach().to(at::kDouble).contiguous();
  return {flat.data_ptr<double>(), flat.data_ptr<double>() + flat.numel()};
}

LeafBatch leaf_batch(const ClassScores& scores, at::ScalarType type) {
  std::vector<double> all = scores.positives;
  all.insert(all.end(), scores.negatives.begin(), scores.negatives.end());
  LeafBatch leaf;
  leaf.scores = numbers(all).to(type).set_requires_grad(true);
  const auto positives = static_cast<std::int64_t>(scores.positives.size());
  const at::Tensor labels =
      at::cat({at::ones({positives}, at::kLong), at::zeros({scores.size() - positives}, at::kLong)});
  leaf.batch = make_scored_batch(leaf.scores, labels, at::arange(scores.size(), at::kLong));
  return leaf;
}

ScoredBatch batch_of(const ClassScores& scores) { return leaf_batch(scores).batch; }

ClassScores random_class_scores(Random& random, std::int64_t positives, std::int64_t negatives, double scale,
                                double separation, double grid) {
  ClassScores scores;
  const auto draw = [&](double mean) {
    const double score = scale * (random.normal() + mean);
    return grid > 0 ? grid * std::round(score / grid) : score;
  };
  for (std::int64_t i = 0; i < positives; ++i) scores.positives.push_back(draw(separation));
  for (std::int64_t j = 0; j < negatives; ++j) scores.negatives.push_back(draw(0));
  return scores;
}

}  // namespace pauc::test
