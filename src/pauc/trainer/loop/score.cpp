#include "pauc/trainer/loop/score.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <numeric>

#include "pauc/batch/flat_numbers.h"
#include "pauc/metric/partial_auc.h"
#include "pauc/trainer/loop/batch_queue.h"

namespace pauc {

namespace {

// Molecules of thousands of atoms need some megabytes each.
constexpr std::int64_t kRowsAtOnce = 128;

}  // namespace

std::vector<double> scores_of(const Model& model, const Dataset& dataset) {
  return scores_of(model, dataset.gather, dataset.size());
}

std::vector<double> scores_of(const Model& model, const GatherRows& gather, std::int64_t rows) {
  const c10::NoGradGuard no_graph;
  std::int64_t begin = 0;
  BatchQueue queue([&]() -> std::optional<PreparedBatch> {
    if (begin >= rows) return std::nullopt;
    PreparedBatch prepared;
    prepared.examples.resize(static_cast<std::size_t>(std::min(kRowsAtOnce, rows - begin)));
    std::iota(prepared.examples.begin(), prepared.examples.end(), begin);
    begin += kRowsAtOnce;
    prepared.batch = gather(prepared.examples, nullptr);
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
  const Cases cases{dataset.labels, scores, dataset.weights};
  return partial_auc(cases, target, target.tpr_min > 0 ? Scale::normalised : Scale::mcclish);
}

}  // namespace pauc
