#include "pauc/trainer/score.h"

#include <ATen/Functions.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <numeric>

#include "pauc/batch/flat_numbers.h"
#include "pauc/metric/partial_auc.h"
#include "pauc/trainer/batch_queue.h"

namespace pauc {

namespace {

constexpr std::int64_t kRowsAtOnce = 4096;  // read ahead
constexpr std::int64_t kRowsInAModel = 512;

}  // namespace

void append_scores(const Model& model, const Batch& batch, std::vector<double>& scores) {
  const at::NoGradGuard no_graph;
  const std::int64_t rows = batch.features.size(0);
  for (std::int64_t begin = 0; begin < rows; begin += kRowsInAModel) {
    const std::int64_t count = std::min(kRowsInAModel, rows - begin);
    const at::Tensor part = batch.features.narrow(0, begin, count);
    const at::Tensor block =
        count == kRowsInAModel ? part : at::constant_pad_nd(part, {0, 0, 0, kRowsInAModel - count});
    const FlatNumbers<double> block_scores(model.forward({block}, nullptr));
    scores.insert(scores.end(), block_scores.begin(), block_scores.begin() + count);
  }
}

std::vector<double> scores_of(const Model& model, const Dataset& dataset) {
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
  while (const auto prepared = queue.next()) append_scores(model, prepared->batch, scores);
  return scores;
}

double target_value(const Dataset& dataset, const std::vector<double>& scores, const Region& target) {
  const Cases cases{dataset.labels, scores, dataset.weights};
  return partial_auc(cases, target, target.tpr_min > 0 ? Scale::normalised : Scale::mcclish);
}

}  // namespace pauc
