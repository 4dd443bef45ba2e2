#include "pauc/trainer/loop/full_batch.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "pauc/batch/cpu_data.h"
#include "pauc/batch/flat_numbers.h"
#include "pauc/trainer/loop/spread_floor.h"

namespace pauc {

LinearRows linear_rows_of(const Dataset& dataset, std::int64_t inputs) {
  constexpr std::int64_t kRowsAtOnce = 1024;
  LinearRows rows(inputs);
  std::vector<std::int64_t> examples;
  for (std::int64_t begin = 0; begin < dataset.size(); begin += kRowsAtOnce) {
    examples.resize(static_cast<std::size_t>(std::min(kRowsAtOnce, dataset.size() - begin)));
    std::iota(examples.begin(), examples.end(), begin);
    rows.add(dataset.gather(examples, nullptr));
  }
  return rows;
}

FullBatchLoss::FullBatchLoss(const LinearRows& rows, const Dataset& train, std::vector<std::int64_t> chosen,
                             int threads)
    : rows_(rows), chosen_(std::move(chosen)), threads_(threads) {
  const std::int64_t size = chosen_.empty() ? train.size() : static_cast<std::int64_t>(chosen_.size());
  labels_ = at::empty({size}, at::kLong);
  slots_ = at::arange(size, at::kLong);
  if (!train.weights.empty()) weights_ = at::empty({size}, at::kDouble);
  for (std::int64_t k = 0; k < size; ++k) {
    const std::int64_t row = chosen_.empty() ? k : chosen_[k];
    cpu_data<std::int64_t>(labels_)[k] = train.labels[row];
    if (weights_.defined()) cpu_data<double>(weights_)[k] = train.weights[row];
  }
}

std::vector<double> FullBatchLoss::scores_of_chosen(const std::vector<double>& all) const {
  if (chosen_.empty()) return all;
  std::vector<double> scores;
  scores.reserve(chosen_.size());
  for (const std::int64_t row : chosen_) scores.push_back(all[row]);
  return scores;
}

SearchedLoss FullBatchLoss::at(Span<const double> weights, Objective& objective, Span<double> gradient) const {
  const std::vector<double> all = rows_.scores(weights, threads_);
  const std::vector<double> own = scores_of_chosen(all);
  const std::optional<SpreadFloor> floor = spread_floor_of(own, objective.state);
  const std::vector<double> judged = floor ? floor->floored(own) : own;
  at::Tensor scores = at::empty({labels_.numel()}, at::kDouble);
  std::copy(judged.begin(), judged.end(), cpu_data<double>(scores));
  scores.requires_grad_(true);
  const c10::AutoGradMode graph(true);
  const Loss loss = objective(make_scored_batch(scores, labels_, slots_, weights_));
  loss.differentiable.backward();

  const FlatNumbers<double> by_judged(scores.grad());
  const std::vector<double> by_own =
      floor ? floor->gradient(own, by_judged.span()) : std::vector<double>(by_judged.begin(), by_judged.end());
  std::vector<double> by_scores(all.size());
  for (std::size_t k = 0; k < by_own.size(); ++k) by_scores[chosen_.empty() ? k : chosen_[k]] += by_own[k];
  rows_.gradient(by_scores, threads_, gradient);
  return {loss, loss.value + (floor ? floor->tension() : 0)};
}

}  // namespace pauc
