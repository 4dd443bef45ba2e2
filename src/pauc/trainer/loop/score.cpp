#include "pauc/trainer/loop/score.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <numeric>

#include "pauc/batch/cpu_data.h"
#include "pauc/batch/flat_numbers.h"
#include "pauc/metric/partial_auc.h"
#include "pauc/trainer/loop/batch_queue.h"
#include "pauc/trainer/loop/task_scores.h"

namespace pauc {

namespace {

// Molecules of thousands of atoms need some megabytes each.
constexpr std::int64_t kRowsAtOnce = 128;

// Trees walk through their nodes once per batch: large batches find more of them in the cache.
std::int64_t rows_at_once(const Model& model, const Batch& batch) {
  constexpr std::int64_t kMostRows = 4096;
  constexpr std::int64_t kMostNumbers = std::int64_t{1} << 23;
  if (!model.growth || !batch.features.defined()) return kRowsAtOnce;
  return std::clamp(kMostNumbers / std::max<std::int64_t>(1, batch.features.size(1)), kRowsAtOnce, kMostRows);
}

}  // namespace

std::vector<double> scores_of(const Model& model, const Dataset& dataset, const Ranks& ranks) {
  if (ranks.is_alone() || dataset.owners.empty()) return scores_of(model, dataset.gather, dataset.size());
  std::vector<std::int64_t> own;
  for (std::int64_t k = 0; k < dataset.size(); ++k) {
    if (dataset.owners[k] == ranks.rank()) own.push_back(k);
  }
  const GatherRows gather = [&](Span<const std::int64_t> rows, Random* noise) {
    std::vector<std::int64_t> examples(rows.size());
    for (std::int64_t k = 0; k < rows.size(); ++k) examples[k] = own[rows[k]];
    return dataset.gather(examples, noise);
  };
  const std::vector<double> scores = scores_of(model, gather, static_cast<std::int64_t>(own.size()));
  const at::Tensor all = at::zeros({dataset.size()}, at::kDouble);  // adding zeros is exact
  for (std::size_t k = 0; k < own.size(); ++k) cpu_data<double>(all)[own[k]] = scores[k];
  ranks.sum(all);
  return {cpu_data<double>(all), cpu_data<double>(all) + all.numel()};
}

std::vector<double> scores_of(const Model& model, const GatherRows& gather, std::int64_t rows) {
  const c10::NoGradGuard no_graph;
  std::int64_t begin = 0;
  std::int64_t at_once = kRowsAtOnce;
  BatchQueue queue([&]() -> std::optional<PreparedBatch> {
    if (begin >= rows) return std::nullopt;
    PreparedBatch prepared;
    prepared.examples.resize(static_cast<std::size_t>(std::min(at_once, rows - begin)));
    std::iota(prepared.examples.begin(), prepared.examples.end(), begin);
    begin += static_cast<std::int64_t>(prepared.examples.size());
    prepared.batch = gather(prepared.examples, nullptr);
    at_once = rows_at_once(model, prepared.batch);
    return prepared;
  });
  std::vector<double> scores;
  scores.reserve(static_cast<std::size_t>(rows));
  while (const auto prepared = queue.next()) {
    const FlatNumbers<double> batch_scores(model.forward(prepared->batch, nullptr));
    scores.insert(scores.end(), batch_scores.begin(), batch_scores.end());
  }
  return scores;
}

double target_value(const Dataset& dataset, const std::vector<double>& scores, const Region& target) {
  if (dataset.tasks) return mean_target_value(dataset, scores, target);
  return target_value({dataset.labels, scores, dataset.weights}, target);
}

double target_value(const Cases& cases, const Region& target) {
  return partial_auc(cases, target, target.tpr_min > 0 ? Scale::normalised : Scale::mcclish);
}

}  // namespace pauc
