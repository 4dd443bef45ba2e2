#pragma once

#include <ATen/core/Tensor.h>

namespace pauc {

/// The raw scores of a batch with their labels, slots and weights: the input of an objective.
struct ScoredBatch {
  at::Tensor scores;   ///< [B] floating point, may require a gradient
  at::Tensor labels;   ///< [B] int64, 1 positive, 0 negative
  at::Tensor slots;    ///< [B] int64, row of each example in the objective's state; undefined if unknown
  at::Tensor weights;  ///< [B] double, at least 0; undefined: 1 each
};

/// Checks and converts the parts of a batch. Labels may be 0/1 or -1/1 of any number type. Slots and weights are
/// optional: an objective with state refuses a batch without slots, and an objective without weights refuses a batch
/// with them. Refuses scores that are not a vector, sizes that differ, other labels, scores that are not finite, and
/// negative slots or weights.
ScoredBatch make_scored_batch(const at::Tensor& scores, const at::Tensor& labels, const at::Tensor& slots = {},
                              const at::Tensor& weights = {});

/// A batch split by class. Gradients flow back to the scores of the batch.
struct ClassSplit {
  at::Tensor positive_scores;  ///< [P]
  at::Tensor negative_scores;  ///< [N]
  at::Tensor positive_places;  ///< [P] int64: indices in the batch
  at::Tensor negative_places;  ///< [N] int64: indices in the batch
};

/// Refuses a batch without a positive or without a negative.
ClassSplit split_by_class(const ScoredBatch& batch);

}  // namespace pauc
