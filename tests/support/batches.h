#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "pauc/batch/scored_batch.h"
#include "pauc/core/random.h"

namespace pauc::test {

// Scores by class for objectives: positives first; the slot of an example is its index.
struct ClassScores {
  std::vector<double> positives;
  std::vector<double> negatives;
  std::int64_t size() const { return static_cast<std::int64_t>(positives.size() + negatives.size()); }
};

at::Tensor numbers(const std::vector<double>& values);
std::vector<double> values_of(const at::Tensor& tensor);

// A leaf tensor that accumulates a gradient, and the batch made of it.
struct LeafBatch {
  at::Tensor scores;
  ScoredBatch batch;
};
LeafBatch leaf_batch(const ClassScores& scores, at::ScalarType type = at::kDouble);
ScoredBatch batch_of(const ClassScores& scores);

// Normal scores, positives shifted by `separation`. `grid` rounds them to its multiples, so that many are equal.
ClassScores random_class_scores(Random& random, std::int64_t positives, std::int64_t negatives, double scale = 1,
                                double separation = 1, double grid = 0);

}  // namespace pauc::test
