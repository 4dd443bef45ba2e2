// The plain route for losses that are polynomials of the gap up to a kink: the sums over pairs by sorting, searching
// and cumulative sums, in time O(n log n) and memory O(n), on whatever device the scores are.
//
// With the negatives in descending order and g_j = h_max - h_j, the loss of positive i is (a_i - g_j)_+^2 or
// (a_i - g_j)_+, a_i = m - h_i + h_max. A row takes a stretch of ranks from the top; its sums follow from the
// cumulative sums of c, c g and c g^2. A column is in the stretches that end below it, so its sums are cumulative sums,
// from the lowest rank up, of r, r a and r a^2 by where stretches end.
#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <array>
#include <tuple>

#include "pauc/batch/flat_numbers.h"
#include "pauc/objective/pair/pairs.h"
#include "pauc/objective/pair/selection.h"

namespace pauc {

namespace {

using Kind = kernel::Surrogate::Kind;

// Sums of 1, x and x^2, each with its weight.
using Moments = std::array<at::Tensor, 3>;

Moments moments_of(const at::Tensor& weights, const at::Tensor& numbers) {
  return {weights, weights * numbers, weights * numbers * numbers};
}

// Of the first k ranks, for k from 0 to N.
Moments sums_from_the_top(const Moments& by_rank) {
  Moments sums;
  for (std::size_t power = 0; power < sums.size(); ++power) {
    sums[power] = at::constant_pad_nd(by_rank[power].cumsum(0), {1, 0});
  }
  return sums;
}

// Of the stretches that reach below each rank. Added from the lowest rank up: a column that no row reaches is exactly
// 0.
Moments sums_from_the_bottom(const Moments& by_stretch, const at::Tensor& ends, std::int64_t ranks) {
  Moments sums;
  for (std::size_t power = 0; power < sums.size(); ++power) {
    const at::Tensor by_end = at::zeros({ranks + 1}, by_stretch[power].options()).index_add(0, ends, by_stretch[power]);
    sums[power] = by_end.narrow(0, 1, ranks).flip(0).cumsum(0).flip(0);
  }
  return sums;
}

// sum w (x - y)^2 or sum w (x - y), x fixed, from the moments of y.
at::Tensor distances(const Moments& sums, const at::Tensor& x, bool squared) {
  return squared ? x * x * sums[0] - 2 * x * sums[1] + sums[2] : x * sums[0] - sums[1];
}

Moments at_places(const Moments& sums, const at::Tensor& places) {
  Moments found;
  for (std::size_t power = 0; power < sums.size(); ++power) found[power] = sums[power].index_select(0, places);
  return found;
}

// The stretches of all rows that end at a cut: [0, end) with a weight.
struct Stretches {
  at::Tensor ends;     // [P] ranks, before the kink of the loss is considered
  at::Tensor weights;  // [P]
};

at::Tensor tensor_of(const std::vector<double>& values, const at::TensorOptions& like) {
  return at::tensor(values, at::kDouble).to(like);
}

// 1 each where there are no values.
at::Tensor weights_of(const std::vector<double>& values, const at::Tensor& like) {
  return values.empty() ? at::ones_like(like) : tensor_of(values, like.options());
}

// A cut takes the ranks above it whole and shares those that tie at it: a stretch to each of its two ends.
std::vector<Stretches> stretches_of(const std::vector<RankCut>& cuts, std::int64_t positives, std::int64_t negatives,
                                    const at::TensorOptions& like) {
  const auto ends_like = like.dtype(at::kLong);
  if (cuts.empty()) return {{at::full({positives}, negatives, ends_like), at::ones({positives}, like)}};
  std::vector<double> above, tied, shares;
  for (const RankCut& cut : cuts) {
    above.push_back(cut.above);
    tied.push_back(cut.tied_end);
    shares.push_back(cut.share);
  }
  const at::Tensor share = tensor_of(shares, like);
  return {{tensor_of(above, ends_like), 1 - share}, {tensor_of(tied, ends_like), share}};
}

// Sums over the pairs that stretches select, in the order of the batch.
struct SelectedSums {
  at::Tensor row_values;     // [P] sum of c_j L_ij
  at::Tensor column_values;  // [N] sum of r_i L_ij
  at::Tensor row_slopes;     // [P] derivative of sum r_i c_j L_ij by the linked scores
  at::Tensor column_slopes;  // [N]
};

// A batch in descending order of its negatives.
class SortedPairs {
 public:
  SortedPairs(const at::Tensor& positives, const at::Tensor& negatives, const kernel::Surrogate& surrogate,
              const PairWeights& weights)
      : squared_(surrogate.kind != Kind::hinge), ranks_(negatives.numel()) {
    at::Tensor sorted;
    std::tie(sorted, order_) = negatives.sort(0, /*descending=*/true);
    gaps_ = sorted[0] - sorted;
    reaches_ = surrogate.margin - (positives - sorted[0]);
    active_ = surrogate.has_hinge() ? at::searchsorted(gaps_, reaches_) : at::full_like(reaches_, ranks_, at::kLong);
    rows_ = weights_of(weights.rows, reaches_);
    columns_ = weights_of(weights.column_weights(), gaps_).index_select(0, order_);
    from_the_top_ = sums_from_the_top(moments_of(columns_, gaps_));
  }

  // sum c_j L_ij over all pairs.
  double total() const { return distances(at_places(from_the_top_, active_), reaches_, squared_).sum().item<double>(); }

  SelectedSums over(const std::vector<Stretches>& selected) const {
    SelectedSums sums{at::zeros_like(reaches_), at::zeros_like(gaps_), at::zeros_like(reaches_), at::zeros_like(gaps_)};
    for (const Stretches& stretches : selected) add(stretches, sums);
    return sums;
  }

 private:
  void add(const Stretches& stretches, SelectedSums& sums) const {
    const at::Tensor ends = at::minimum(stretches.ends, active_);
    const Moments over = at_places(from_the_top_, ends);
    sums.row_values += stretches.weights * distances(over, reaches_, squared_);
    sums.row_slopes -= rows_ * stretches.weights * (squared_ ? 2 * distances(over, reaches_, false) : over[0]);
    const Moments reaching = sums_from_the_bottom(moments_of(rows_ * stretches.weights, reaches_), ends, ranks_);
    const at::Tensor beyond = -distances(reaching, gaps_, false);  // sum r_i (a_i - g_j)
    sums.column_values.index_add_(0, order_, squared_ ? distances(reaching, gaps_, true) : beyond);
    sums.column_slopes.index_add_(0, order_, columns_ * (squared_ ? 2 * beyond : reaching[0]));
  }

  bool squared_;
  std::int64_t ranks_;
  at::Tensor order_;    // [N] places in the batch
  at::Tensor gaps_;     // [N] h_max - h_j
  at::Tensor reaches_;  // [P] a_i
  at::Tensor active_;   // [P] number of ranks before the kink
  at::Tensor rows_;     // [P] r
  at::Tensor columns_;  // [N] c by rank
  Moments from_the_top_;
};

at::Tensor raw_slopes(const std::vector<double>& slopes, const at::Tensor& values) {
  return slopes.empty() ? at::zeros_like(values) : tensor_of(slopes, values.options()) * values;
}

}  // namespace

bool Pairs::can_be_sorted(const PairWeights& weights) const {
  const bool polynomial = surrogate_.has_hinge() || surrogate_.kind == Kind::squared;
  // Cumulative sums need a double, which such devices lack. Between two cuts, even its digits are too few.
  return polynomial && weights.inner_thresholds.empty() && !positive_tensor_.device().is_mps();
}

WeightedPairs Pairs::weighted_by_sorting(const PairWeights& weights) const {
  std::vector<RankCut> cuts;
  if (!weights.thresholds.empty()) {
    cuts = cuts_at_thresholds(sorted_negatives(), positive_scores_, weights.thresholds, surrogate_, weights.wanted);
  }
  const auto in_double = [](const at::Tensor& scores) { return scores.detach().to(at::kDouble); };
  const SortedPairs sorted(in_double(positive_tensor_), in_double(negative_tensor_), surrogate_, weights);
  const SelectedSums sums = sorted.over(
      stretches_of(cuts, positives(), negatives(), positive_tensor_.options().dtype(at::kDouble).requires_grad(false)));
  WeightedPairs pairs;
  for (const RankCut& cut : cuts) pairs.selected.push_back(cut.selected());
  pairs.row_values = numbers_of(sums.row_values);
  pairs.column_values = numbers_of(sums.column_values);
  pairs.mean_loss = sorted.total() / (static_cast<double>(positives()) * static_cast<double>(negatives()));
  const double value = (weights_of(weights.rows, sums.row_values) * sums.row_values).sum().item<double>();
  pairs.graph = graph_of(value, {sums.row_slopes, sums.column_slopes, raw_slopes(weights.row_slopes, sums.row_values),
                                 raw_slopes(weights.column_slopes, sums.column_values)});
  return pairs;
}

}  // namespace pauc
