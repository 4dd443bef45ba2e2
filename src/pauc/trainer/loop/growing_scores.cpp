#include "pauc/trainer/loop/growing_scores.h"

#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "pauc/batch/cpu_data.h"
#include "pauc/batch/flat_numbers.h"
#include "pauc/trainer/loop/score.h"

namespace pauc {

namespace {

constexpr std::int64_t kRowsAtOnce = 1024;

GatherRange range_of(const Dataset& dataset) {
  return [&dataset](std::int64_t begin, std::int64_t end) {
    std::vector<std::int64_t> examples(static_cast<std::size_t>(end - begin));
    std::iota(examples.begin(), examples.end(), begin);
    return dataset.gather(examples, nullptr);
  };
}

std::vector<Batch> all_rows(const Dataset& dataset) {
  std::vector<Batch> rows;
  for (std::int64_t begin = 0; begin < dataset.size(); begin += kRowsAtOnce) {
    rows.push_back(range_of(dataset)(begin, std::min(dataset.size(), begin + kRowsAtOnce)));
  }
  return rows;
}

// The score that fits all rows best if they are not told apart.
double log_odds(const Dataset& train) {
  double sums[2] = {0, 0};
  for (std::int64_t k = 0; k < train.size(); ++k) sums[train.labels[k]] += train.weights.empty() ? 1 : train.weights[k];
  return std::log(sums[1] / sums[0]);
}

double probability_of(double score) { return 1 / (1 + std::exp(-score)); }

}  // namespace

GrowingScores::GrowingScores(const Growth& growth, const Model& model, const Dataset& train, const Dataset& valid,
                             bool logistic)
    : growth_(growth),
      model_(model),
      train_(train),
      valid_(valid),
      logistic_(logistic),
      valid_rows_(growth.grow_all ? std::vector<Batch>() : all_rows(valid)) {
  labels_ = at::empty({train.size()}, at::kLong);
  slots_ = at::arange(train.size(), at::kLong);
  std::copy(train.labels.begin(), train.labels.end(), cpu_data<std::int64_t>(labels_));
  if (!train.weights.empty()) {
    weights_ = at::empty({train.size()}, at::kDouble);
    std::copy(train.weights.begin(), train.weights.end(), cpu_data<double>(weights_));
  }
  growth.take_rows(train.size(), range_of(train), at::get_num_threads());
  if (growth.begin_at && growth.rounds() == 0) growth.begin_at(log_odds(train));
  train_scores_ = scores_of(model, train);
  valid_scores_ = scores_of(model, valid);
}

Loss GrowingScores::step(Objective& objective, Random random) {
  return growth_.grow_all ? grow_all(objective, random) : boost(objective, random);
}

at::Tensor GrowingScores::train_tensor() const {
  at::Tensor scores = at::empty({train_.size()}, at::kDouble);
  std::copy(train_scores_.begin(), train_scores_.end(), cpu_data<double>(scores));
  return scores;
}

Loss GrowingScores::loss_of(Objective& objective, const at::Tensor& scores) const {
  return objective(make_scored_batch(scores, labels_, slots_, weights_));
}

Loss GrowingScores::grow_all(Objective& objective, Random& random) {
  growth_.grow_all(train_.labels, train_.weights, random);
  train_scores_ = scores_of(model_, train_);
  valid_scores_ = scores_of(model_, valid_);
  return loss_of(objective, train_tensor());
}

Loss GrowingScores::boost(Objective& objective, Random& random) {
  const at::Tensor scores = train_tensor().requires_grad_(true);
  const c10::AutoGradMode graph(true);
  Loss loss = loss_of(objective, scores);
  loss.differentiable.backward();
  const FlatNumbers<double> by_scores(scores.grad());
  // Objectives are means. Penalties of trees count rows, so the derivatives are those of the sum.
  const auto rows = static_cast<double>(train_.size());
  std::vector<double> gradients(train_scores_.size());
  std::vector<double> curvatures(train_scores_.size());
  for (std::size_t k = 0; k < gradients.size(); ++k) {
    gradients[k] = rows * by_scores[static_cast<std::int64_t>(k)];
    const double sure = probability_of(train_.labels[k] == 1 ? train_scores_[k] : -train_scores_[k]);
    // w p (1 - p) = |w (p - y)| sure. Elsewhere the gradient's size bounds each leaf's step by eta.
    curvatures[k] = std::abs(gradients[k]) * (logistic_ ? sure : 1);
  }
  const std::vector<double> added = growth_.add_round(std::move(gradients), std::move(curvatures), random);
  for (std::size_t k = 0; k < added.size(); ++k) train_scores_[k] += added[k];
  std::size_t place = 0;
  for (const Batch& batch : valid_rows_) {
    for (const double value : growth_.last_round(batch)) valid_scores_[place++] += value;
  }
  return loss;
}

}  // namespace pauc
