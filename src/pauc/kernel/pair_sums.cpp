#include "pauc/kernel/pair_sums.h"

#include <algorithm>
#include <cmath>

namespace pauc {

namespace {

constexpr std::int64_t kBlock = 32;  // partial sums of this many terms: rounding grows with their number

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

// The gaps of the first k negatives, [N + 1].
std::vector<Spread> prefix_spreads(const ChosenPairs& pairs) {
  const DescendingScores& negatives = pairs.negatives;
  std::vector<Spread> prefix(negatives.gaps.size() + 1);
  GrowingSpread first;
  for (std::size_t k = 0; k < negatives.gaps.size(); ++k) {
    const double weight = pairs.column_weights.empty() ? 1.0 : pairs.column_weights[negatives.places[k]];
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

// The rows that begin or end at a rank.
struct Changes {
  Spread begun;
  Spread ended;
};

// Returns the row's sum over all of its pairs, chosen or not.
double sum_row(const ChosenPairs& pairs, const std::vector<Spread>& prefix, std::int64_t row, PairSums& sums,
               std::vector<Changes>& changes) {
  const double reach = reach_of(pairs, row);
  const std::uint32_t active = pairs.negatives.rank_of(reach);
  const double all = row_value(pairs.surrogate, prefix[active], reach);
  const std::uint32_t begin = pairs.begins.empty() ? 0 : pairs.begins[row];
  const std::uint32_t end = std::min(active, pairs.ends.empty() ? active : pairs.ends[row]);
  if (begin >= end) return all;
  Spread chosen = prefix[end];
  if (begin > 0) chosen.remove(prefix[begin]);
  sums.row_values[row] = row_value(pairs.surrogate, chosen, reach);
  const double weight = pairs.row_weights.empty() ? 1.0 : pairs.row_weights[row];
  if (pairs.surrogate.kind == Surrogate::Kind::squared_hinge) {
    sums.row_gradients[row] = -2 * weight * chosen.sum_of_gaps(reach);
  } else {
    sums.row_gradients[row] = -weight * chosen.mass;
  }
  changes[end].ended.add({weight, reach, 0});
  if (begin > 0) changes[begin].begun.add({weight, reach, 0});
  return all;
}

// From the lowest rank up: a row enters where its stretch ends, so that while stretches begin at the top nothing is
// ever taken away, and a column that no row reaches is exactly 0.
void sweep_columns(const ChosenPairs& pairs, const std::vector<Changes>& changes, PairSums& sums) {
  GrowingSpread rows;
  Spread over;
  for (std::size_t k = pairs.negatives.gaps.size(); k-- > 0;) {
    const auto& [begun, ended] = changes[k + 1];
    if (ended.mass != 0) rows.add(ended);
    if (begun.mass != 0) rows.remove(begun);
    if (ended.mass != 0 || begun.mass != 0) over = rows.all();
    const double gap = pairs.negatives.gaps[k];
    const std::uint32_t place = pairs.negatives.places[k];
    const double weight = pairs.column_weights.empty() ? 1.0 : pairs.column_weights[place];
    if (pairs.surrogate.kind == Surrogate::Kind::squared_hinge) {
      sums.column_values[place] = over.sum_of_squares(gap);
      sums.column_gradients[place] = -2 * weight * over.sum_of_gaps(gap);
    } else {
      sums.column_values[place] = -over.sum_of_gaps(gap);
      sums.column_gradients[place] = weight * over.mass;
    }
  }
}

PairSums empty_sums(const ChosenPairs& pairs) {
  const auto rows = static_cast<std::size_t>(pairs.positives.size());
  const std::size_t columns = pairs.negatives.gaps.size();
  return {std::vector<double>(rows), std::vector<double>(rows), std::vector<double>(columns),
          std::vector<double>(columns), 0};
}

PairSums hinge_sums(const ChosenPairs& pairs) {
  PairSums sums = empty_sums(pairs);
  const auto prefix = prefix_spreads(pairs);
  std::vector<Changes> changes(pairs.negatives.gaps.size() + 1);
  for (std::int64_t block = 0; block < pairs.positives.size(); block += kBlock) {
    double total = 0;
    const std::int64_t end = std::min(block + kBlock, pairs.positives.size());
    for (std::int64_t i = block; i < end; ++i) total += sum_row(pairs, prefix, i, sums, changes);
    sums.total += total;
  }
  sweep_columns(pairs, changes, sums);
  return sums;
}

}  // namespace

PairSums pair_sums(const ChosenPairs& pairs, int threads) {
  return pairs.surrogate.has_hinge() ? hinge_sums(pairs) : tiled_sums(pairs, threads);
}

std::uint32_t rank_above_loss(const DescendingScores& negatives, double positive, double threshold,
                              const Surrogate& surrogate) {
  return negatives.rank_of(gap_of_loss(surrogate, threshold) - (positive - negatives.largest));
}

}  // namespace pauc
