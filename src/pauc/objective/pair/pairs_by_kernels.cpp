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
    if (inner.empty() && (outer[i].share == 0 || outer[i].above > 0)) {  // nearly always
      selection.ends[i] = outer[i].above;
      if (outer[i].share > 0) selection.further.push_back({i, outer[i].above, outer[i].tied_end, outer[i].share});
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

// Few ranks tie at a threshold, as a rule: they are added pair by pair.
void add_short_piece(const Pairs& pairs, const RankPiece& piece, double row_weight, const std::vector<double>& columns,
                     kernel::PairSums& sums) {
  const kernel::DescendingScores& negatives = pairs.sorted_negatives();
  const double offset = pairs.positive_scores()[piece.row] - negatives.largest;
  for (std::uint32_t rank = piece.begin; rank < piece.end; ++rank) {
    const kernel::LossAt loss = kernel::loss_at(pairs.surrogate(), offset + negatives.gaps[rank]);
    const double weight = piece.weight * (columns.empty() ? 1.0 : columns[rank]);
    const double slope = row_weight * weight * loss.slope;
    sums.row_values[piece.row] += weight * loss.value;
    sums.row_gradients[piece.row] += slope;
    sums.column_gradients[negatives.places[rank]] -= slope;
    if (!sums.column_values.empty()) {
      sums.column_values[negatives.places[rank]] += row_weight * piece.weight * loss.value;
    }
  }
}

// Adds the sums over further pieces, the long ones each as a row of its own.
void add_pieces(const Pairs& pairs, const std::vector<RankPiece>& pieces, const std::vector<double>& rows,
                const std::vector<double>& columns, bool column_values, kernel::PairSums& sums) {
  constexpr std::uint32_t kShort = 16;
  std::vector<RankPiece> long_pieces;
  std::vector<double> positives;
  std::vector<double> weights;
  std::vector<std::uint32_t> begins;
  std::vector<std::uint32_t> ends;
  for (const RankPiece& piece : pieces) {
    const double row_weight = rows.empty() ? 1.0 : rows[piece.row];
    if (piece.end - piece.begin <= kShort) {
      add_short_piece(pairs, piece, row_weight, columns, sums);
      continue;
    }
    long_pieces.push_back(piece);
    positives.push_back(pairs.positive_scores()[piece.row]);
    weights.push_back(piece.weight * row_weight);
    begins.push_back(piece.begin);
    ends.push_back(piece.end);
  }
  if (long_pieces.empty()) return;
  const kernel::PairSums added = kernel::pair_sums(
      {positives, pairs.sorted_negatives(), pairs.surrogate(), begins, ends, weights, columns, column_values},
      at::get_num_threads());
  for (std::size_t k = 0; k < long_pieces.size(); ++k) {
    sums.row_values[long_pieces[k].row] += long_pieces[k].weight * added.row_values[k];
    sums.row_gradients[long_pieces[k].row] += added.row_gradients[k];
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

// The pairs with the highest negatives.
kernel::PairSums sums_of_top(const Pairs& pairs, const std::vector<double>& rows, const kernel::TopShares& top,
                             bool column_values) {
  return kernel::pair_sums(
      {pairs.positive_scores(), top.scores, pairs.surrogate(), {}, {}, rows, top.shares, column_values},
      at::get_num_threads());
}

// The same for weights by rank: the ranks up to the last with a weight.
kernel::PairSums sums_of_columns(const Pairs& pairs, const std::vector<double>& rows, std::vector<double> columns,
                                 bool column_values) {
  while (columns.size() > 1 && columns.back() == 0) columns.pop_back();
  kernel::DescendingScores top = kernel::top_of(pairs.sorted_negatives(), columns.size());
  return sums_of_top(pairs, rows, {std::move(top), std::move(columns)}, column_values);
}

// Writes the gradient by the raw scores, scale x (linked x the link's slope + raw), to the places in the batch.
void write_gradient(std::vector<double>& gradient, const std::vector<double>& linked, const std::vector<double>& raw,
                    const std::vector<double>& slopes, const std::vector<std::int64_t>& places, double scale) {
  for (std::size_t k = 0; k < linked.size(); ++k) {
    gradient[places[k]] = scale * (slopes[k] * linked[k] + (raw.empty() ? 0.0 : raw[k]));
  }
}

kernel::PairSums sums_by_kernels(const Pairs& pairs, const PairWeights& weights, const std::vector<RankCut>& outer,
                                 const std::vector<RankCut>& inner) {
  const bool column_values = weights.column_values || !weights.column_slopes.empty();
  if (weights.top) return sums_of_top(pairs, weights.rows, *weights.top, column_values);
  std::vector<double> columns(weights.columns.size());
  for (std::size_t k = 0; k < columns.size(); ++k) columns[k] = weights.columns[pairs.sorted_negatives().places[k]];
  const bool by_columns = outer.empty() && !columns.empty() && columns.back() == 0;
  return by_columns ? sums_of_columns(pairs, weights.rows, std::move(columns), column_values)
                    : sums_of(pairs, selection_of(outer, inner), weights.rows, columns, column_values);
}

}  // namespace

WeightedPairs Pairs::weighted_by_kernels(const PairWeights& weights) const {
  const auto outer = cuts_at(*this, weights.thresholds, weights.wanted);
  const auto inner = cuts_at(*this, weights.inner_thresholds, weights.inner_wanted);
  kernel::PairSums sums = sums_by_kernels(*this, weights, outer, inner);
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
