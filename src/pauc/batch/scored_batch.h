#pragma once

#include <ATen/core/Tensor.h>

namespace pauc {

// What an objective receives: the raw scores of a batch with their labels, slots and weights.
struct ScoredBatch {
  at::Tensor scores;   // [B] floating, may require a gradient
  at::Tensor labels;   // [B] int64, 1 positive, 0 negative
  at::Tensor slots;    // [B] int64, each example's row in the objective's state; undefined: none are known
  at::Tensor weights;  // [B] double, from 0 on; undefined: 1 each
};

// Labels may be 0/1 or -1/1 in any number type. `slots` and `weights` may be left out: an objective that keeps state
// refuses a batch without slots, one that knows no weights a batch that has them. Refused here: scores that are not a
// vector (two columns, say), sizes that differ, another label, NaN or infinite scores, negative slots or weights.
ScoredBatch make_scored_batch(const at::Tensor& scores, const at::Tensor& labels, const at::Tensor& slots = {},
                              const at::Tensor& weights = {});

// The two sides of every pair, with the places in the batch that they come from. Gradients flow back to the batch's
// scores.
struct ClassSplit {
  at::Tensor positive_scores;  // [P]
  at::Tensor negative_scores;  // [N]
  at::Tensor positive_places;  // [P] int64
  at::Tensor negative_places;  // [N] int64
};

// Refuses a batch without a positive or without a negative.
ClassSplit split_by_class(const ScoredBatch& batch);

}  // namespace pauc
