#include <algorithm>
#include <cmath>
#include <limits>

#include "pauc/core/parallel.h"
#include "pauc/core/sort.h"
#include "pauc/kernel/pair_sums.h"
#include "pauc/kernel/running_sums.h"
#include "pauc/kernel/spread.h"
#include "pauc/kernel/sum_in_blocks.h"

namespace pauc::kernel {

namespace {

constexpr std::int64_t kRowsWorthSorting = 16384;

double weight_of(Span<const double> weights, std::int64_t place) { return weights.empty() ? 1.0 : weights[place]; }

bool is_squared(const ChosenPairs& pairs) { return pairs.surrogate.kind == Surrogate::Kind::squared_hinge; }

// The gaps of the negatives over stretches of ranks. Most stretches begin at the top: those are looked up in `prefix`.
struct GapSums {
  PrefixSums prefix;
  SpreadTree tree;  // for the others, where there are any

  ReachSums over(std::uint32_t begin, std::uint32_t end, double reach) {
    if (begin == 0) return prefix.at(end, reach);
    const Spread sum = tree.sum(begin, end);
    return {sum.mass, sum.sum_of_gaps(reach), sum.sum_of_squares(reach)};
  }
};

GapSums gap_sums(const ChosenPairs& pairs) {
  const std::vector<double>& gaps = pairs.negatives.gaps;
  GapSums sums{PrefixSums(gaps, pairs.column_weights), SpreadTree(pairs.begins.empty() ? 0 : gaps.size())};
  if (pairs.begins.empty()) return sums;
  for (std::size_t k = 0; k < gaps.size(); ++k) {
    sums.tree.leaf(k) = {weight_of(pairs.column_weights, static_cast<std::int64_t>(k)), gaps[k], 0};
  }
  sums.tree.gather();
  return sums;
}

// a_i = m - h_i + h_max: the loss of positive i against the negative with gap g is (a_i - g)_+ or its square.
double reach_of(const ChosenPairs& pairs, std::int64_t row) {
  // The difference of two scores of like size is exact, so it comes first.
  return pairs.surrogate.margin - (pairs.positives[row] - pairs.negatives.largest);
}

// What a row takes part in: its chosen and active ranks.
struct Stretch {
  std::uint32_t row = 0;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  double reach = 0;
  double all = 0;  // the row's sum over all of its pairs, chosen or not
};

Stretch sum_row(const ChosenPairs& pairs, GapSums& gaps, std::uint32_t row, PairSums& sums) {
  const bool squared = is_squared(pairs);
  Stretch stretch;
  stretch.row = row;
  stretch.reach = reach_of(pairs, row);
  const std::uint32_t active = pairs.negatives.rank_of(stretch.reach);
  ReachSums chosen = gaps.prefix.at(active, stretch.reach);
  stretch.all = squared ? chosen.squares : chosen.gaps;
  stretch.begin = pairs.begins.empty() ? 0 : pairs.begins[row];
  stretch.end = std::min(active, pairs.ends.empty() ? active : pairs.ends[row]);
  if (stretch.begin >= stretch.end) {
    stretch.begin = stretch.end = 0;
    return stretch;
  }
  if (stretch.begin > 0 || stretch.end < active) chosen = gaps.over(stretch.begin, stretch.end, stretch.reach);
  sums.row_values[row] = squared ? chosen.squares : chosen.gaps;
  sums.row_gradients[row] = -weight_of(pairs.row_weights, row) * (squared ? 2 * chosen.gaps : chosen.mass);
  return stretch;
}

// Large problems take their rows in the order of their scores: then neighbours in time are neighbours in memory.
std::vector<Stretch> sum_rows(const ChosenPairs& pairs, GapSums gaps, PairSums& sums, int threads) {
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

// The rows over each rank: those whose stretches begin at the top in a list by where they end, the others in a tree.
struct RowsByRank {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> heads;  // [N + 1] the last stretch that ends here
  std::vector<std::uint32_t> nexts;  // [stretches] the one before it
  SpreadTree others;
};

RowsByRank rows_by_rank(const ChosenPairs& pairs, const std::vector<Stretch>& stretches) {
  const std::size_t ranks = pairs.negatives.gaps.size();
  RowsByRank rows{std::vector<std::uint32_t>(ranks + 1, RowsByRank::kNone),
                  std::vector<std::uint32_t>(stretches.size()), SpreadTree(pairs.begins.empty() ? 0 : ranks)};
  for (std::size_t k = 0; k < stretches.size(); ++k) {
    const Stretch& stretch = stretches[k];
    if (stretch.end == 0) continue;
    if (stretch.begin == 0) {
      rows.nexts[k] = rows.heads[stretch.end];
      rows.heads[stretch.end] = static_cast<std::uint32_t>(k);
    } else {
      rows.others.add(stretch.begin, stretch.end, {weight_of(pairs.row_weights, stretch.row), stretch.reach, 0});
    }
  }
  if (!pairs.begins.empty()) rows.others.spread_out();
  return rows;
}

// From the lowest rank up: a row enters where its stretch ends and stays to the top, so that a column that no row
// reaches is exactly 0.
template <bool kSquared>
void sweep_columns(const ChosenPairs& pairs, const std::vector<Stretch>& stretches, RowsByRank rows, PairSums& sums) {
  // Copies: the writes could change the originals, for all that the compiler knows.
  const double* const all_gaps = pairs.negatives.gaps.data();
  const std::uint32_t* const places = pairs.negatives.places.data();
  const std::uint32_t* const heads = rows.heads.data();
  const Span<const double> column_weights = pairs.column_weights;
  const bool has_others = !pairs.begins.empty();
  double* const gradients = sums.column_gradients.data();
  double* const values = pairs.column_values ? sums.column_values.data() : nullptr;
  GrowingSums reaching;
  for (std::size_t k = pairs.negatives.gaps.size(); k-- > 0;) {
    for (std::uint32_t row = heads[k + 1]; row != RowsByRank::kNone; row = rows.nexts[row]) {
      reaching.add(weight_of(pairs.row_weights, stretches[row].row), stretches[row].reach);
    }
    const Spread other = has_others ? rows.others.leaf(k) : Spread();
    const double gap = all_gaps[k];
    const double gaps = -(reaching.sum_of_gaps(gap) + other.sum_of_gaps(gap));
    const double weight = weight_of(column_weights, static_cast<std::int64_t>(k));
    gradients[places[k]] = weight * (kSquared ? 2 * gaps : reaching.mass() + other.mass);
    if (values == nullptr) continue;
    values[places[k]] = kSquared ? reaching.sum_of_squares(gap) + other.sum_of_squares(gap) : gaps;
  }
}

double total_of(const std::vector<Stretch>& stretches) {
  return sum_in_blocks(stretches.size(), [&](std::size_t k) { return stretches[k].all; });
}

}  // namespace

double hinge_total(const ChosenPairs& pairs, int threads) {
  PairSums rows;
  rows.row_values.resize(pairs.positives.size());
  rows.row_gradients.resize(pairs.positives.size());
  return total_of(sum_rows(pairs, gap_sums(pairs), rows, threads));
}

PairSums hinge_sums(const ChosenPairs& pairs, int threads) {
  PairSums sums = empty_sums(pairs);
  const auto stretches = sum_rows(pairs, gap_sums(pairs), sums, threads);
  sums.total = total_of(stretches);
  const auto sweep = is_squared(pairs) ? sweep_columns<true> : sweep_columns<false>;
  sweep(pairs, stretches, rows_by_rank(pairs, stretches), sums);
  return sums;
}

}  // namespace pauc::kernel
