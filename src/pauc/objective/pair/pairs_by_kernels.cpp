// The route through kernel/: numbers in double, gradients with them, one node in the graph.
#include <ATen/Parallel.h>

#include <utility>

#include "pauc/kernel/pair_sums.h"
#include "pauc/objective/gradient_node.h"
#include "pauc/objective/pair/pairs.h"

namespace pauc {

namespace {

std::vector<std::uint32_t> ranks_above(const Pairs& pairs, const std::vector<double>& thresholds) {
  if (thresholds.empty()) return {};
  return kernel::ranks_above_losses(pairs.sorted_negatives(), pairs.positive_scores(), thresholds, pairs.surrogate());
}

std::vector<double> products(const std::vector<double>& slopes, const std::vector<double>& values) {
  std::vector<double> results(slopes.size());
  for (std::size_t k = 0; k < slopes.size(); ++k) results[k] = slopes[k] * values[k];
  return results;
}

// Writes the gradient by the raw scores, scale x (linked x the link's slope + raw), to the places in the batch.
void write_gradient(std::vector<double>& gradient, const std::vector<double>& linked, const std::vector<double>& raw,
                    const std::vector<double>& slopes, const std::vector<std::int64_t>& places, double scale) {
  for (std::size_t k = 0; k < linked.size(); ++k) {
    gradient[places[k]] = scale * (slopes[k] * linked[k] + (raw.empty() ? 0.0 : raw[k]));
  }
}

}  // namespace

WeightedPairs Pairs::weighted_by_kernels(const PairWeights& weights) const {
  const auto ends = ranks_above(*this, weights.thresholds);
  const auto begins = ranks_above(*this, weights.inner_thresholds);
  std::vector<double> columns(weights.columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k) columns[k] = weights.columns[sorted_negatives().places[k]];
  const bool column_values = weights.column_values || !weights.column_slopes.empty();
  kernel::PairSums sums = kernel::pair_sums(
      {positive_scores_, sorted_negatives(), surrogate_, begins, ends, weights.rows, columns, column_values},
      at::get_num_threads());
  WeightedPairs pairs;
  pairs.selected.assign(ends.begin(), ends.end());
  pairs.inner_selected.assign(begins.begin(), begins.end());
  pairs.row_values = std::move(sums.row_values);
  pairs.column_values = std::move(sums.column_values);
  // d(r L) = r dL + L dr, and likewise for the columns.
  pairs.gradient.raw_positives = products(weights.row_slopes, pairs.row_values);
  pairs.gradient.raw_negatives = products(weights.column_slopes, pairs.column_values);
  pairs.gradient.positives = std::move(sums.row_gradients);
  pairs.gradient.negatives = std::move(sums.column_gradients);
  pairs.mean_loss = sums.total / (static_cast<double>(positives()) * static_cast<double>(negatives()));
  return pairs;
}

KlMeans Pairs::kl_means_by_kernels(double lambda) const {
  KlMeans means;
  if (surrogate_.kind == kernel::Surrogate::Kind::squared_hinge) {
    auto& sums = means.sums.emplace<kernel::KlSums>(
        kernel::KlPairs{positive_scores_, negative_scores_, surrogate_.margin, lambda}, at::get_num_threads());
    means.log_means = sums.log_means();
  } else {
    auto& sums = means.sums.emplace<kernel::TiledKlSums>(Span<const double>(positive_scores_), negative_scores_,
                                                         surrogate_, lambda, at::get_num_threads());
    means.log_means = sums.log_means();
  }
  return means;
}

Loss Pairs::loss_by_kernels(const PairGradient& gradient, double scale, double value) const {
  std::vector<double> all(batch_.scores.numel());
  write_gradient(all, gradient.positives, gradient.raw_positives, positive_slopes_, positive_places_, scale);
  write_gradient(all, gradient.negatives, gradient.raw_negatives, negative_slopes_, negative_places_, scale);
  return {with_gradient(batch_.scores, all, value), value, {}};
}

}  // namespace pauc
