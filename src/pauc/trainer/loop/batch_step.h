#pragma once

#include <functional>
#include <optional>

#include "pauc/objective/objective.h"
#include "pauc/ranks/ranks.h"
#include "pauc/trainer/loop/batch_queue.h"
#include "pauc/trainer/loop/fit.h"
#include "pauc/trainer/loop/task_batch.h"

namespace pauc {

// One step of the weights by a batch. With several ranks, each computes the scores of the rows that it holds; all of
// them compute the loss of the whole batch, and the gradients of the weights are summed over the ranks.
class BatchStep {
 public:
  BatchStep(Trainee& trainee, const Dataset& train, const Ranks& ranks);

  // The loss of the batch; none if it was skipped because it has one class only, or no label. `noise` is for dropout.
  std::optional<Loss> operator()(const PreparedBatch& prepared, bool needs_both_classes, Random noise,
                                 const std::function<bool()>& asked_to_stop);

  // Whether any rank was asked to stop before the last step. The same on all ranks, so that all stop at the same batch.
  bool is_stopped() const { return stop_; }
  // Asks all of several ranks once, where there was no step yet.
  void ask_to_stop(bool asked);

 private:
  std::optional<Loss> step_of_tasks(const PreparedBatch& prepared, bool needs_both_classes, Random& noise);
  at::Tensor scores_of_all(const at::Tensor& own, const PreparedBatch& prepared, bool asked_to_stop);
  void back_through_own(const at::Tensor& own, const at::Tensor& gradient, const OwnRows& rows);

  Trainee& trainee_;
  const Dataset& train_;
  const Ranks& ranks_;
  GradientSums gradients_;
  std::optional<TaskSlots> slots_;  // of several tasks
  bool stop_ = false;
};

}  // namespace pauc
