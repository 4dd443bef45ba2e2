#include "pauc/batch/scored_batch.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include "pauc/core/error.h"

namespace pauc {

namespace {

std::string shape_of(const at::Tensor& tensor) {
  std::string text = "[";
  for (std::int64_t d = 0; d < tensor.dim(); ++d) text += joined(d == 0 ? "" : ", ", std::int64_t{tensor.size(d)});
  return text + "]";
}

void require_vector(const char* what, const at::Tensor& tensor, std::int64_t size) {
  require(tensor.dim() == 1 && tensor.size(0) == size, what, ": expected shape [", size, "], got ", shape_of(tensor));
}

at::Tensor zero_or_one(const at::Tensor& labels) {
  const at::Tensor numbers = labels.detach().to(at::kDouble);
  const at::Tensor positive = numbers == 1;
  const bool zeros = at::logical_or(positive, numbers == 0).all().item<bool>();
  const bool signs = at::logical_or(positive, numbers == -1).all().item<bool>();
  if (!zeros && !signs) {
    const at::Tensor wrong = numbers.masked_select(at::logical_not(at::logical_or(positive, numbers == 0)));
    fail(Fault::data, "labels: expected 0 and 1, or -1 and 1, got ", wrong[0].item<double>());
  }
  return positive.to(at::kLong);
}

}  // namespace

ScoredBatch make_scored_batch(const at::Tensor& scores, const at::Tensor& labels, const at::Tensor& slots) {
  require(scores.dim() == 1, "scores: expected a vector [B], got shape ", shape_of(scores));
  require(scores.is_floating_point(), "scores: expected floating numbers");
  require_vector("labels", labels, scores.size(0));
  require_vector("slots", slots, scores.size(0));
  require(at::isfinite(scores).all().item<bool>(), "scores: expected finite numbers, got NaN or infinity");
  require(!at::is_floating_point(slots) && (slots >= 0).all().item<bool>(), "slots: expected whole numbers from 0 on");
  return {scores, zero_or_one(labels), slots.to(at::kLong)};
}

ClassSplit split_by_class(const ScoredBatch& batch) {
  const at::Tensor positive = batch.labels == 1;
  const at::Tensor positives = at::nonzero(positive).flatten();                   // [P]
  const at::Tensor negatives = at::nonzero(at::logical_not(positive)).flatten();  // [N]
  require(positives.numel() > 0, "batch: expected at least one positive, got none");
  require(negatives.numel() > 0, "batch: expected at least one negative, got none");
  return {batch.scores.index_select(0, positives), batch.scores.index_select(0, negatives),
          batch.slots.index_select(0, positives), batch.slots.index_select(0, negatives)};
}

}  // namespace pauc
