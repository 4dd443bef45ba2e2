#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "pauc/batch/scored_batch.h"
#include "pauc/core/span.h"
#include "pauc/kernel/descending_scores.h"
#include "pauc/kernel/kl.h"
#include "pauc/kernel/rank_shares.h"
#include "pauc/kernel/tiled_kl.h"
#include "pauc/objective/objective.h"
#include "pauc/objective/pair/options.h"

namespace pauc {

// Selects and weights pairs. An empty list selects all pairs or gives them weight 1.
struct PairWeights {
  std::vector<double> thresholds;        // [P] selects pairs with a loss above it
  std::vector<double> inner_thresholds;  // [P] and not above this one
  // Number of pairs that a row should have above its threshold. Pairs that tie at the threshold share what is missing.
  double wanted = 0;
  double inner_wanted = 0;
  std::vector<double> rows;     // [P] r
  std::vector<double> columns;  // [N] c
  // c by rank, instead of `columns` where only the highest negatives count. Saves sorting the others.
  std::optional<kernel::TopShares> top;
  std::vector<double> row_slopes;     // [P] derivative of r with respect to the raw score, if r depends on it
  std::vector<double> column_slopes;  // [N] the same for c
  bool column_values = false;         // whether the sums by column are needed

  // c in the order of the batch; empty: 1 each.
  std::vector<double> column_weights() const { return top ? kernel::in_batch_order(*top) : columns; }
};

// Gradient with respect to the linked scores, plus a further part with respect to the raw scores (empty: none).
struct PairGradient {
  std::vector<double> positives;      // [P]
  std::vector<double> negatives;      // [N]
  std::vector<double> raw_positives;  // [P]
  std::vector<double> raw_negatives;  // [N]
};

// The same on the tensor route, on the device of the scores.
struct TensorGradient {
  at::Tensor positives;      // [P]
  at::Tensor negatives;      // [N]
  at::Tensor raw_positives;  // [P]
  at::Tensor raw_negatives;  // [N]
};

struct WeightedPairs {
  std::vector<double> selected;        // [P] number of losses above the threshold, with shares of those at it
  std::vector<double> inner_selected;  // [P] the same for the inner threshold
  std::vector<double> row_values;      // [P] sum of c_j L_ij over the selected pairs
  std::vector<double> column_values;   // [N] sum of r_i L_ij over the selected pairs, if needed
  double mean_loss = 0;                // mean of c_j L_ij over all pairs, selected or not
  // The derivative of sum r_i c_j L_ij over the selected pairs, as numbers or as a graph that ends in that sum.
  PairGradient gradient;
  at::Tensor graph;
};

// log_means[i] = log mean_j exp(L_ij / lambda), with the data that its gradient needs.
struct KlMeans {
  std::vector<double> log_means;  // [P]
  std::variant<std::monostate, kernel::KlSums, kernel::TiledKlSums> sums;
  double lambda = 1;
};

// Some rows of the P x N pairs on the tensor route, as leaves of a graph of their own.
struct PairTile {
  std::int64_t begin = 0;
  std::int64_t rows = 0;
  at::Tensor positives;      // [rows] linked
  at::Tensor negatives;      // [N] linked
  at::Tensor raw_positives;  // [rows]
  at::Tensor raw_negatives;  // [N]
};

// The pairs above thresholds, by limits on h_max - h_j for each positive.
struct SelectedPairs {
  std::vector<double> above, tied, shares;  // [P]
  std::vector<double> counts;               // [P] number of losses above the threshold, with shares of those at it
};

// A batch as pairs of linked scores, on either route. Methods are written once, on top of it.
class Pairs {
 public:
  // Refuses a batch without a positive, without a negative, or with weights.
  Pairs(const ScoredBatch& batch, Link link, const kernel::Surrogate& surrogate, Route route);

  std::int64_t positives() const { return static_cast<std::int64_t>(positive_scores_.size()); }
  std::int64_t negatives() const { return static_cast<std::int64_t>(negative_scores_.size()); }
  const std::vector<double>& positive_scores() const { return positive_scores_; }  // [P] linked
  const std::vector<double>& negative_scores() const { return negative_scores_; }  // [N] linked
  const kernel::DescendingScores& sorted_negatives() const;
  // The weights of the negatives that have these shares of the batch's negatives above them.
  kernel::TopShares top_negatives(double fpr_min, double fpr_max) const;
  const kernel::Surrogate& surrogate() const { return surrogate_; }
  double largest_raw_score() const { return largest_raw_score_; }  // in absolute value
  std::vector<double> raw_positive_scores() const;                 // [P]
  std::vector<double> raw_negative_scores() const;                 // [N]

  // Rows in the state. Refuses slots >= `count` and a batch without slots.
  std::vector<std::int64_t> positive_slots(std::int64_t count) const;  // [P]
  std::vector<std::int64_t> negative_slots(std::int64_t count) const;  // [N]

  WeightedPairs weighted(const PairWeights& weights) const;
  // Mean loss of the pairs whose negatives have these shares of the batch's negatives above them.
  double mean_loss_in(double fpr_min, double fpr_max) const;
  KlMeans kl_means(double lambda) const;

  // Losses with value `value`. Their gradients, in this order: that of `scale` times the weighted sum; that of
  // scale / N sum_ij p_ij L_ij with fixed p_ij = exp(L_ij / lambda - log_means[i] + log_ratios[i]); the given one.
  Loss loss(const WeightedPairs& pairs, double scale, double value) const;
  Loss loss(const KlMeans& means, const std::vector<double>& log_ratios, double scale, double value) const;
  Loss loss(const PairGradient& gradient, double scale, double value) const;

 private:
  // pairs_by_kernels.cpp
  WeightedPairs weighted_by_kernels(const PairWeights& weights) const;
  KlMeans kl_means_by_kernels(double lambda) const;
  Loss loss_by_kernels(const PairGradient& gradient, double scale, double value) const;

  // pairs_by_sorting.cpp
  bool can_be_sorted(const PairWeights& weights) const;
  WeightedPairs weighted_by_sorting(const PairWeights& weights) const;

  // pairs_by_tensors.cpp
  // A number whose derivative by the scores is the gradient.
  at::Tensor graph_of(double value, const TensorGradient& gradient) const;
  at::Tensor like_scores(const std::vector<double>& values) const;
  at::ScalarType type_for_exponents(double lambda) const;
  // Calls `use` with tiles of rows, none of which makes a large matrix of pairs.
  void for_each_tile(const std::function<void(const PairTile&)>& use) const;
  at::Tensor loss_matrix(const PairTile& tile, at::ScalarType type) const;
  SelectedPairs selection(const std::vector<double>& thresholds, double wanted) const;
  // [rows, N] 1 above the threshold of the row, the share of a tie at it, else 0.
  at::Tensor selected_in(const PairTile& tile, const SelectedPairs& selected) const;
  WeightedPairs weighted_by_tensors(const PairWeights& weights) const;
  KlMeans kl_means_by_tensors(double lambda) const;
  Loss kl_loss_by_tensors(const KlMeans& means, const std::vector<double>& log_ratios, double scale,
                          double value) const;
  Loss loss_of_graph(const at::Tensor& graph, double scale, double value) const;

  std::vector<std::int64_t> slots_at(const std::vector<std::int64_t>& places, std::int64_t count) const;

  ScoredBatch batch_;
  kernel::Surrogate surrogate_;
  bool by_kernels_;
  std::vector<double> positive_scores_, negative_scores_;
  std::vector<double> positive_slopes_, negative_slopes_;  // of the link
  std::vector<std::int64_t> positive_places_, negative_places_;
  ClassSplit raw_tensors_;                        // on the tensor route
  at::Tensor positive_tensor_, negative_tensor_;  // the same, linked
  double largest_raw_score_ = 0;
  mutable std::optional<kernel::DescendingScores> sorted_negatives_;
};

}  // namespace pauc
