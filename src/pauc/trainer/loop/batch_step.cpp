#include "pauc/trainer/loop/batch_step.h"

#include <ATen/Functions.h>

#include "pauc/batch/cpu_data.h"
#include "pauc/batch/scored_batch.h"
#include "pauc/objective/tasks.h"
#include "pauc/trainer/loop/shared_batch.h"

namespace pauc {

namespace {

// What all ranks know about a batch.
struct BatchFacts {
  at::Tensor labels;   // [B]
  at::Tensor slots;    // [B]
  at::Tensor weights;  // [B]; undefined: 1 each
  std::int64_t positives = 0;
};

BatchFacts facts_of(const std::vector<std::int64_t>& examples, const Dataset& train) {
  const auto size = static_cast<std::int64_t>(examples.size());
  BatchFacts facts{at::empty({size}, at::kLong), at::empty({size}, at::kLong),
                   train.weights.empty() ? at::Tensor() : at::empty({size}, at::kDouble)};
  for (std::int64_t k = 0; k < size; ++k) {
    const std::int64_t example = examples[k];
    cpu_data<std::int64_t>(facts.labels)[k] = train.labels[example];
    cpu_data<std::int64_t>(facts.slots)[k] = example;
    if (facts.weights.defined()) cpu_data<double>(facts.weights)[k] = train.weights[example];
    facts.positives += train.labels[example];
  }
  return facts;
}

}  // namespace

BatchStep::BatchStep(Trainee& trainee, const Dataset& train, const Ranks& ranks)
    : trainee_(trainee), train_(train), ranks_(ranks), gradients_(ranks, trainee.model.parameter_list()) {
  if (train.tasks) slots_.emplace(*train.tasks);
}

std::optional<Loss> BatchStep::operator()(const PreparedBatch& prepared, bool needs_both_classes, Random noise,
                                          const std::function<bool()>& asked_to_stop) {
  if (slots_) return step_of_tasks(prepared, needs_both_classes, noise);
  const BatchFacts facts = facts_of(prepared.examples, train_);
  const bool one_class = facts.positives == 0 || facts.positives == facts.labels.size(0);
  if (needs_both_classes && one_class) return std::nullopt;
  const at::Tensor own = trainee_.model.forward(prepared.batch, &noise);
  const at::Tensor labels = facts.labels.to(own.device());
  const at::Tensor scores = ranks_.is_alone() ? own : scores_of_all(own, prepared, asked_to_stop());
  Loss loss = trainee_.objective(make_scored_batch(scores, labels, facts.slots, facts.weights));
  trainee_.optimiser.zero_grad();
  loss.differentiable.backward();
  if (!ranks_.is_alone()) back_through_own(own, scores.grad(), prepared.own);
  trainee_.optimiser.step();
  return loss;
}

std::optional<Loss> BatchStep::step_of_tasks(const PreparedBatch& prepared, bool needs_both_classes, Random& noise) {
  ScoredBatch batch = batch_of_tasks(prepared.examples, train_, *slots_);
  if (!has_a_task(batch, needs_both_classes)) return std::nullopt;
  batch.scores = trainee_.model.forward(prepared.batch, &noise);
  Loss loss = trainee_.objective(batch);
  trainee_.optimiser.zero_grad();
  loss.differentiable.backward();
  trainee_.optimiser.step();
  return loss;
}

void BatchStep::ask_to_stop(bool asked) {
  const at::Tensor count = at::full({1}, asked ? 1 : 0, at::kLong);
  ranks_.sum(count);
  stop_ = count.item<std::int64_t>() > 0;
}

at::Tensor BatchStep::scores_of_all(const at::Tensor& own, const PreparedBatch& prepared, bool asked_to_stop) {
  stop_ = stop_ || asked_to_stop;
  return whole_scores(own, prepared.own, static_cast<std::int64_t>(prepared.examples.size()), ranks_, stop_);
}

// The gradient of the whole batch's loss, through the rows that are here.
void BatchStep::back_through_own(const at::Tensor& own, const at::Tensor& gradient, const OwnRows& rows) {
  const at::Tensor places = at::tensor(rows.places, at::kLong);
  gradients_.backward(own,
                      gradient.defined() ? gradient.index_select(0, places.to(own.device())) : at::zeros_like(own));
  // After backward(), which needs the statistics as they were.
  if (!*trainee_.model.batch_sums) average_over_ranks(trainee_.model.buffers, ranks_);
}

}  // namespace pauc
