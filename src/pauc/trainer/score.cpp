#include "pauc/trainer/score.h"

#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <numeric>

#include "pauc/batch/flat_numbers.h"
#include "pauc/metric/partial_auc.h"
#include "pauc/trainer/batch_queue.h"

namespace pauc {

namespace {

// Constant, so that the same weights give the same bits whatever the training batches are.
constexpr std::int64_t kRowsAtOnce = 4096;

}  // namespace

std::vector<double> scores_of(const Model& model, const Dataset& dataset) {
  const at::NoGradGuard no_graph;
  std::int64_t begin = 0;
  BatchQueue queue([&]() -> std::optional<PreparedBatch> {
    PreparedBatch prepared;
    prepared.examples.resize(std::min(kRowsAtOnce, dataset.size() - begin));
    if (prepared.examples.empty()) return std::nullopt;
    std::iota(prepared.examples.begin(), prepared.examples.end(), begin);
    begin += static_cast<std::int64_t>(prepared.examples.size());
    prepared.batch = dataset.gather(prepared.examples, nullptr);
    return prepared;
  });
  std::vector<double> scores;
  scores.reserve(dataset.size());
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
