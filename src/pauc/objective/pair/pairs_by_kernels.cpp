// The route through kernel/: numbers in double, gradients with them, one node in the graph.
#include <ATen/Parallel.h>

#include <utility>

#include "pauc/kernel/pair_sums.h"
#include "pauc/objective/gradient_node.h"
#include "pauc/objective/pair/pairs.h"
#include "pauc/objective/pair/selection.h"

namespace pauc {

namespace {

std::vector<double> products(const std::vector<double>& slopes, const std::vector<double>& values) {
  std::vector<double> results(slopes.size());
  for (std::size_t k = 0; k < slopes.size(); ++k) results[k] = slopes[k] * values[k];
  return results;
}

std::vector<RankCut> cuts_at(const Pairs& pairs, const std::vector<double>& thresholds, double wanted) {
  if (thresholds.empty()) return {};
  return cuts_at_thresholds(pairs.sorted_negatives(), pairs.positive_scores(), thresholds, pairs.surrogate(), wanted);
}

std::vector<double> selected_by(const std::vector<RankCut>& cuts) {
  std::vector<double> selected(cuts.size());
  for (std::size_t i = 0; i < cuts.size(); ++i) selected[i] = cuts[i].selected();
  return selected;
}

// The selected ranks of all rows: at most one piece per row, and further ones where losses tie at a threshold.
struct Selection {
  std::vector<std::uint32_t> begins, ends;  // [P]; empty: all ranks
  std::vector<double> shares;               // [P] weights of these ranks; empty: 1
  std::vector<RankPiece> further;
};

Selection selection_of(const std::vector<RankCut>& outer, const std::vector<RankCut>& inner) {
  Selection selection;
  selection.ends.resize(outer.size());
  selection.begins.resize(inner.size());
  std::vector<RankPiece> pieces;
  for (std::uint32_t i = 0; i < outer.size(); ++i) {
    if (inner.empty() && outer[i].share == 0) {  // nearly always
      selection.ends[i] = outer[i].above;
      continue;
    }
    pieces.clear();
    append_pieces(i, outer[i], inner.empty() ? RankCut() : inner[i], pieces);
    if (pieces.empty()) continue;
    const RankPiece& first = pieces.front();
    selection.ends[i] = first.end;
    if (!inner.empty()) selection.begins[i] = first.begin;
    if (first.weight != 1) {
      selection.shares.resize(outer.size(), 1.0);
      selection.shares[i] = first.weight;
    }
    selection.further.insert(selection.further.end(), pieces.begin() + 1, pieces.end());
  }
  return selection;
}

// Row weights times shares; empty: 1 each.
std::vector<double> weights_of_rows(const std::vector<double>& rows, const std::vector<double>& shares) {
  if (rows.empty() || shares.empty()) return rows.empty() ? shares : rows;
  return products(rows, shares);
}

void add_to(std::vector<double>& sums, const std::vector<double>& added) {
  for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += added[k];
}

// Adds the sums over further pieces, each as a row of its own.
void add_pieces(const Pairs& pairs, const std::vector<RankPiece>& pieces, const std::vector<double>& rows,
                const std::vector<double>& columns, bool column_values, kernel::PairSums& sums) {
  std::vector<double> positives;
  std::vector<double> weights;
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> ends;
  for (const RankPiece& piece : pieces) {
    positives.push_back(pairs.positive_scores()[piece.row]);
    weights.push_back(piece.weight * (rows.empty() ? 1.0 : rows[piece.row]));
    begins.push_back(piece.begin);
    ends.push_back(piece.end);
  }
  const kernel::PairSums added = kernel::pair_sums(
      {positives, pairs.sorted_negatives(), pairs.surrogate(), begins, ends, weights, columns, column_values},
      at::get_num_threads());
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    sums.row_values[pieces[k].row] += pieces[k].weight * added.row_values[k];
    sums.row_gradients[pieces[k].row] += added.row_gradients[k];
  }
  add_to(sums.column_values, added.column_values);
  add_to(sums.column_gradients, added.column_gradients);
}

kernel::PairSums sums_of(const Pairs& pairs, const Selection& selection, const std::vector<double>& rows,
                         const std::vector<double>& columns, bool column_values) {
  kernel::PairSums sums =
      kernel::pair_sums({pairs.positive_scores(), pairs.sorted_negatives(), pairs.surrogate(), selection.begins,
                         selection.ends, weights_of_rows(rows, selection.shares), columns, column_values},
                        at::get_num_threads());
  for (std::size_t i = 0; i < selection.shares.size(); ++i) sums.row_values[i] *= selection.shares[i];
  if (!selection.further.empty()) add_pieces(pairs, selection.further, rows, columns, column_values, sums);
  return sums;
}

// Values of the first ranks at their places in the batch, 0 at all others.
std::vector<double> at_places(const std::vector<double>& by_rank, const kernel::DescendingScores& sorted) {
  std::vector<double> values(by_rank.empty() ? 0 : sorted.places.size());
  for (std::size_t k = 0; k < by_rank.size(); ++k) values[sorted.places[k]] = by_rank[k];
  return values;
}

// The pairs with the first columns, those up to the last with a weight.
kernel::PairSums sums_of_columns(const Pairs& pairs, const std::vector<double>& rows, std::vector<double> columns,
                                 bool column_values) {
  while (columns.size() > 1 && columns.back() == 0) columns.pop_back();
  const kernel::DescendingScores top = kernel::top_of(pairs.sorted_negatives(), columns.size());
  kernel::PairSums sums = kernel::pair_sums(
      {pairs.positive_scores(), top, pairs.surrogate(), {}, {}, rows, columns, column_values}, at::get_num_threads());
  sums.column_values = at_places(sums.column_values, pairs.sorted_negatives());
  sums.column_gradients = at_places(sums.column_gradients, pairs.sorted_negatives());
  return sums;
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
  const auto outer = cuts_at(*this, weights.thresholds, weights.wanted);
  const auto inner = cuts_at(*this, weights.inner_thresholds, weights.inner_wanted);
  std::vector<double> columns(weights.columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k) columns[k] = weights.columns[sorted_negatives().places[k]];
  const bool column_values = weights.column_values || !weights.column_slopes.empty();
  const bool by_columns = outer.empty() && !columns.empty() && columns.back() == 0;
  kernel::PairSums sums = by_columns ? sums_of_columns(*this, weights.rows, std::move(columns), column_values)
                                     : sums_of(*this, selection_of(outer, inner), weights.rows, columns, column_values);
  WeightedPairs pairs;
  pairs.selected = selected_by(outer);
  pairs.inner_selected = selected_by(inner);
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
