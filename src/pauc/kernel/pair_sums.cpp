#include "pauc/kernel/pair_sums.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/parallel.h"
#include "pauc/core/sort.h"
#include "pauc/kernel/spread.h"

namespace pauc::kernel {

namespace {

constexpr std::int64_t kBlock = 32;  // partial sums of this many terms: rounding grows with their number

constexpr std::int64_t kRowsWorthSorting = 16384;

double weight_of(Span<const double> weights, std::int64_t place) { return weights.empty() ? 1.0 : weights[place]; }

// The gaps of the negatives over stretches of ranks. Most stretches begin at the top: those are looked up in `prefix`.
struct GapSpreads {
  std::vector<Spread> prefix;  // [N + 1] of the first k negatives
  SpreadTree tree;             // for the others, where there are any

  Spread over(std::uint32_t begin, std::uint32_t end) { return begin == 0 ? prefix[end] : tree.sum(begin, end); }
};

GapSpreads gap_spreads(const ChosenPairs& pairs) {
  const std::vector<double>& gaps = pairs.negatives.gaps;
  GapSpreads spreads{std::vector<Spread>(gaps.size() + 1), SpreadTree(pairs.begins.empty() ? 0 : gaps.size())};
  GrowingSpread first;
  for (std::size_t k = 0; k < gaps.size(); ++k) {
    const Spread one = {weight_of(pairs.column_weights, static_cast<std::int64_t>(k)), gaps[k], 0};
    first.add(one);
    spreads.prefix[k + 1] = first.all();
    if (!pairs.begins.empty()) spreads.tree.leaf(k) = one;
  }
  if (!pairs.begins.empty()) spreads.tree.gather();
  return spreads;
}

// a_i = m - h_i + h_max: the loss of positive i against the negative with gap g is (a_i - g)_+ or its square.
double reach_of(const ChosenPairs& pairs, std::int64_t row) {
  // The difference of two scores of like size is exact, so it comes first.
  return pairs.surrogate.margin - (pairs.positives[row] - pairs.negatives.largest);
}

double row_value(const Surrogate& surrogate, const Spread& gaps, double reach) {
  return surrogate.kind == Surrogate::Kind::squared_hinge ? gaps.sum_of_squares(reach) : gaps.sum_of_gaps(reach);
}

// What a row takes part in: its chosen and active ranks.
struct Stretch {
  std::uint32_t row = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  double reach = 0;
  double all = 0;  // the row's sum over all of its pairs, chosen or not
};

Stretch sum_row(const ChosenPairs& pairs, GapSpreads& gaps, std::uint32_t row, PairSums& sums) {
  Stretch stretch;
  stretch.row = row;
  stretch.reach = reach_of(pairs, row);
  const std::uint32_t active = pairs.negatives.rank_of(stretch.reach);
  stretch.all = row_value(pairs.surrogate, gaps.prefix[active], stretch.reach);
  stretch.begin = pairs.begins.empty() ? 0 : pairs.begins[row];
  stretch.end = std::min(active, pairs.ends.empty() ? active : pairs.ends[row]);
  if (stretch.begin >= stretch.end) {
    stretch.begin = stretch.end = 0;
    return stretch;
  }
  const Spread chosen = gaps.over(stretch.begin, stretch.end);
  sums.row_values[row] = row_value(pairs.surrogate, chosen, stretch.reach);
  const double weight = weight_of(pairs.row_weights, row);
  sums.row_gradients[row] = pairs.surrogate.kind == Surrogate::Kind::squared_hinge
                                ? -2 * weight * chosen.sum_of_gaps(stretch.reach)
                                : -weight * chosen.mass;
  return stretch;
}

// Large problems take their rows in the order of their scores: then neighbours in time are neighbours in memory.
std::vector<Stretch> sum_rows(const ChosenPairs& pairs, GapSpreads gaps, PairSums& sums, int threads) {
  std::vector<Stretch> stretches(pairs.positives.size());
  std::vector<std::uint32_t> order;
  if (pairs.positives.size() >= kRowsWorthSorting) order = descending_order(pairs.positives, threads);
  parallel_pieces(pairs.positives.size(), threads, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; ++k) {
      stretches[k] = sum_row(pairs, gaps, order.empty() ? static_cast<std::uint32_t>(k) : order[k], sums);
    }
  });
  return stretches;
}

// The rows over each rank: those whose stretches begin at the top by where they end, the others in a tree.
struct RowSpreads {
  std::vector<Spread> ended;  // [N + 1]
  SpreadTree others;
};

RowSpreads row_spreads(const ChosenPairs& pairs, const std::vector<Stretch>& stretches) {
  const std::size_t ranks = pairs.negatives.gaps.size();
  RowSpreads rows{std::vector<Spread>(ranks + 1), SpreadTree(pairs.begins.empty() ? 0 : ranks)};
  for (const Stretch& stretch : stretches) {
    if (stretch.end == 0) continue;
    const Spread row = {weight_of(pairs.row_weights, stretch.row), stretch.reach, 0};
    if (stretch.begin == 0) {
      rows.ended[stretch.end].add(row);
    } else {
      rows.others.add(stretch.begin, stretch.end, row);
    }
  }
  if (!pairs.begins.empty()) rows.others.spread_out();
  return rows;
}

// From the lowest rank up: a row enters where its stretch ends and stays to the top, so that a column that no row
// reaches is exactly 0.
void sweep_columns(const ChosenPairs& pairs, RowSpreads rows, PairSums& sums) {
  GrowingSpread reaching;
  Spread from_top;
  for (std::size_t k = pairs.negatives.gaps.size(); k-- > 0;) {
    if (rows.ended[k + 1].mass != 0) {
      reaching.add(rows.ended[k + 1]);
      from_top = reaching.all();
    }
    Spread over = from_top;
    if (!pairs.begins.empty()) over.add(rows.others.leaf(k));
    const double gap = pairs.negatives.gaps[k];
    const std::uint32_t place = pairs.negatives.places[k];
    const double weight = weight_of(pairs.column_weights, static_cast<std::int64_t>(k));
    if (pairs.surrogate.kind == Surrogate::Kind::squared_hinge) {
      sums.column_values[place] = over.sum_of_squares(gap);
      sums.column_gradients[place] = -2 * weight * over.sum_of_gaps(gap);
    } else {
      sums.column_values[place] = -over.sum_of_gaps(gap);
      sums.column_gradients[place] = weight * over.mass;
    }
  }
}

double total_of(const std::vector<Stretch>& stretches) {
  double total = 0;
  for (std::size_t begin = 0; begin < stretches.size(); begin += kBlock) {
    double part = 0;
    for (std::size_t k = begin; k < std::min<std::size_t>(begin + kBlock, stretches.size()); ++k) {
      part += stretches[k].all;
    }
    total += part;
  }
  return total;
}

PairSums hinge_sums(const ChosenPairs& pairs, int threads) {
  PairSums sums = empty_sums(pairs);
  const auto stretches = sum_rows(pairs, gap_spreads(pairs), sums, threads);
  sums.total = total_of(stretches);
  sweep_columns(pairs, row_spreads(pairs, stretches), sums);
  return sums;
}

}  // namespace

PairSums empty_sums(const ChosenPairs& pairs) {
  const auto rows = static_cast<std::size_t>(pairs.positives.size());
  const std::size_t columns = pairs.negatives.gaps.size();
  return {std::vector<double>(rows), std::vector<double>(rows), std::vector<double>(columns),
          std::vector<double>(columns), 0};
}

PairSums pair_sums(const ChosenPairs& pairs, int threads) {
  if (pairs.surrogate.has_hinge()) return hinge_sums(pairs, threads);
  return pairs.surrogate.kind == Surrogate::Kind::sigmoid ? sigmoid_sums(pairs, threads) : tiled_sums(pairs, threads);
}

std::uint32_t rank_above_loss(const DescendingScores& negatives, double positive, double threshold,
                              const Surrogate& surrogate) {
  return negatives.rank_of(gap_of_loss(surrogate, threshold) - (positive - negatives.largest));
}

}  // namespace pauc::kernel
