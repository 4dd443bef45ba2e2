#include "pauc/objective/method/ce.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include "pauc/batch/flat_numbers.h"
#include "pauc/core/error.h"
#include "pauc/kernel/cross_entropy.h"
#include "pauc/objective/gradient_node.h"
#include "pauc/objective/objective.h"

namespace pauc {

namespace {

Loss by_kernels(const ScoredBatch& batch) {
  const FlatNumbers<double> scores(batch.scores);
  const FlatNumbers<std::int64_t> labels(batch.labels);
  const FlatNumbers<double> weights(batch.weights);
  const kernel::CrossEntropy loss = kernel::cross_entropy(scores.span(), labels.span(), weights.span());
  return {with_gradient(batch.scores, loss.gradient, loss.value), loss.value, {}};
}

Loss by_tensors(const ScoredBatch& batch) {
  const at::Tensor labels = batch.labels.to(batch.scores.scalar_type());
  const at::Tensor losses = at::binary_cross_entropy_with_logits(batch.scores, labels, {}, {}, at::Reduction::None);
  const at::Tensor weights = batch.weights.defined() ? batch.weights.to(losses.device(), losses.scalar_type())
                                                     : at::ones_like(losses.detach());
  const at::Tensor mean = losses.dot(weights) / weights.sum();
  return {mean, mean.item<double>(), {}};
}

}  // namespace

Objective make_objective(const CeOptions& /*options*/, SlotCounts /*examples*/, Route route) {
  Objective objective;
  objective.step = [route](const ScoredBatch& batch, State&) {
    require(batch.scores.numel() > 0, "batch: expected at least one example, got none");
    if (batch.weights.defined()) {
      require(batch.weights.sum().item<double>() > 0, "weights: expected one above 0 in every batch, got none");
    }
    return uses_kernels(batch, route) ? by_kernels(batch) : by_tensors(batch);
  };
  return objective;
}

}  // namespace pauc
