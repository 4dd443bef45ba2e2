#include "pauc/kernel/pair_sums.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/parallel.h"
#include "pauc/core/sort.h"

namespace pauc {

namespace {

constexpr std::int64_t kBlock = 32;  // partial sums of this many terms: rounding grows with their number

constexpr std::int64_t kRowsWorthSorting = 16384;

// Weighted values by their mass, mean and sum of squares about the mean. Sums such as sum c (a - g)^2 = mass (a -
// mean)^2 + squares are then sums of parts that are not negative: no digits cancel, however far the scores lie apart
// (Welford 1962).
struct Spread {
  double mass = 0;
  double mean = 0;
  double squares = 0;

  void add(const Spread& other) {
    const double total = mass + other.mass;
    if (total == 0) return;
    const double step = other.mean - mean;
    squares += other.squares + step * step * (mass * other.mass / total);
    mean += step * (other.mass / total);
    mass = total;
  }

  void remove(const Spread& other) {
    const double left = mass - other.mass;
    if (left == 0) {
      *this = {};
      return;
    }
    const double before = mean - (other.mean - mean) * (other.mass / left);
    const double step = other.mean - before;
    squares -= other.squares + step * step * (left * other.mass / mass);
    mean = before;
    mass = left;
  }

  double sum_of_gaps(double from) const { return mass * (from - mean); }
  double sum_of_squares(double from) const { return mass * (from - mean) * (from - mean) + squares; }
};

// A spread that grows one by one, in blocks: each part has few additions behind it, so that rounding does not grow with
// all of them.
class GrowingSpread {
 public:
  void add(const Spread& other) {
    recent_.add(other);
    if (++additions_ % kBlock == 0) settle();
  }

  void remove(const Spread& other) {
    settle();
    settled_.remove(other);
  }

  Spread all() const {
    Spread sum = settled_;
    sum.add(recent_);
    return sum;
  }

 private:
  void settle() {
    settled_.add(recent_);
    recent_ = {};
  }

  Spread settled_;
  Spread recent_;
  std::int64_t additions_ = 0;
};

double weight_of(Span<const double> weights, std::int64_t place) { return weights.empty() ? 1.0 : weights[place]; }

// The gaps of the first k negatives, [N + 1].
std::vector<Spread> prefix_spreads(const ChosenPairs& pairs) {
  const DescendingScores& negatives = pairs.negatives;
  std::vector<Spread> prefix(negatives.gaps.size() + 1);
  GrowingSpread first;
  for (std::size_t k = 0; k < negatives.gaps.size(); ++k) {
    const double weight = weight_of(pairs.column_weights, static_cast<std::int64_t>(k));
    first.add({weight, negatives.gaps[k], 0});
    prefix[k + 1] = first.all();
  }
  return prefix;
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

Stretch sum_row(const ChosenPairs& pairs, const std::vector<Spread>& prefix, std::uint32_t row, PairSums& sums) {
  Stretch stretch;
  stretch.row = row;
  stretch.reach = reach_of(pairs, row);
  const std::uint32_t active = pairs.negatives.rank_of(stretch.reach);
  stretch.all = row_value(pairs.surrogate, prefix[active], stretch.reach);
  stretch.begin = pairs.begins.empty() ? 0 : pairs.begins[row];
  stretch.end = std::min(active, pairs.ends.empty() ? active : pairs.ends[row]);
  if (stretch.begin >= stretch.end) {
    stretch.begin = stretch.end = 0;
    return stretch;
  }
  Spread chosen = prefix[stretch.end];
  if (stretch.begin > 0) chosen.remove(prefix[stretch.begin]);
  sums.row_values[row] = row_value(pairs.surrogate, chosen, stretch.reach);
  const double weight = weight_of(pairs.row_weights, row);
  sums.row_gradients[row] = pairs.surrogate.kind == Surrogate::Kind::squared_hinge
                                ? -2 * weight * chosen.sum_of_gaps(stretch.reach)
                                : -weight * chosen.mass;
  return stretch;
}

// Large problems take their rows in the order of their scores: then neighbours in time are neighbours in memory.
std::vector<Stretch> sum_rows(const ChosenPairs& pairs, const std::vector<Spread>& prefix, PairSums& sums,
                              int threads) {
  std::vector<Stretch> stretches(pairs.positives.size());
  std::vector<std::uint32_t> order;
  if (pairs.positives.size() >= kRowsWorthSorting) order = descending_order(pairs.positives, threads);
  parallel_pieces(pairs.positives.size(), threads, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t k = begin; k < end; ++k) {
      stretches[k] = sum_row(pairs, prefix, order.empty() ? static_cast<std::uint32_t>(k) : order[k], sums);
    }
  });
  return stretches;
}

// The rows whose stretches end, or begin, at each rank, [N + 1]. Most begin at the top, which needs no entry.
struct Changes {
  std::vector<Spread> ended;
  std::vector<Spread> begun;  // empty: none
};

Changes changes_of(const ChosenPairs& pairs, const std::vector<Stretch>& stretches) {
  Changes changes;
  changes.ended.resize(pairs.negatives.gaps.size() + 1);
  if (!pairs.begins.empty()) changes.begun.resize(changes.ended.size());
  for (const Stretch& stretch : stretches) {
    if (stretch.end == 0) continue;
    const Spread row = {weight_of(pairs.row_weights, stretch.row), stretch.reach, 0};
    changes.ended[stretch.end].add(row);
    if (stretch.begin > 0) changes.begun[stretch.begin].add(row);
  }
  return changes;
}

// From the lowest rank up: a row enters where its stretch ends, so that while stretches begin at the top nothing is
// ever taken away, and a column that no row reaches is exactly 0.
void sweep_columns(const ChosenPairs& pairs, const Changes& changes, PairSums& sums) {
  GrowingSpread rows;
  Spread over;
  for (std::size_t k = pairs.negatives.gaps.size(); k-- > 0;) {
    const bool begins = !changes.begun.empty() && changes.begun[k + 1].mass != 0;
    const bool ends = changes.ended[k + 1].mass != 0;
    if (ends) rows.add(changes.ended[k + 1]);
    if (begins) rows.remove(changes.begun[k + 1]);
    if (ends || begins) over = rows.all();
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

PairSums empty_sums(const ChosenPairs& pairs) {
  const auto rows = static_cast<std::size_t>(pairs.positives.size());
  const std::size_t columns = pairs.negatives.gaps.size();
  return {std::vector<double>(rows), std::vector<double>(rows), std::vector<double>(columns),
          std::vector<double>(columns), 0};
}

PairSums hinge_sums(const ChosenPairs& pairs, int threads) {
  PairSums sums = empty_sums(pairs);
  const auto stretches = sum_rows(pairs, prefix_spreads(pairs), sums, threads);
  sums.total = total_of(stretches);
  sweep_columns(pairs, changes_of(pairs, stretches), sums);
  return sums;
}

}  // namespace

PairSums pair_sums(const ChosenPairs& pairs, int threads) {
  return pairs.surrogate.has_hinge() ? hinge_sums(pairs, threads) : tiled_sums(pairs, threads);
}

std::uint32_t rank_above_loss(const DescendingScores& negatives, double positive, double threshold,
                              const Surrogate& surrogate) {
  return negatives.rank_of(gap_of_loss(surrogate, threshold) - (positive - negatives.largest));
}

}  // namespace pauc
