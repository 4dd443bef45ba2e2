#include <algorithm>
#include <cmath>

#include "pauc/core/sort.h"
#include "pauc/kernel/pair_sums.h"
#include "pauc/kernel/sigmoid_cells.h"
#include "pauc/kernel/sum_in_blocks.h"

namespace pauc::kernel {

namespace {

// The ranks that every row has chosen.
struct Ranks {
  std::int64_t begin;
  std::int64_t end;
};

bool alike(Span<const std::uint32_t> values) {
  return std::all_of(values.begin(), values.end(), [&](std::uint32_t value) { return value == values[0]; });
}

Ranks ranks_of(const ChosenPairs& pairs) {
  const std::int64_t all = pairs.negatives.size();
  const std::int64_t begin = pairs.begins.empty() ? 0 : std::min<std::int64_t>(pairs.begins[0], all);
  return {begin, pairs.ends.empty() ? all : std::clamp<std::int64_t>(pairs.ends[0], begin, all)};
}

// Both classes by their distance below the highest negative; the positives in that order.
struct Distances {
  std::vector<std::uint32_t> order;  // of the positives
  std::vector<double> positives;
};

Distances distances_of(const ChosenPairs& pairs, int threads) {
  Distances distances{descending_order(pairs.positives, threads), std::vector<double>(pairs.positives.size())};
  for (std::size_t k = 0; k < distances.order.size(); ++k) {
    distances.positives[k] = pairs.negatives.largest - pairs.positives[distances.order[k]];
  }
  return distances;
}

bool cells_fit(const ChosenPairs& pairs, const Distances& distances) {
  const double reach = std::max(
      {std::abs(distances.positives.front()), std::abs(distances.positives.back()), pairs.negatives.gaps.back()});
  return reach < pairs.surrogate.temperature * SigmoidCells::kMostCells;
}

double total_of(const std::vector<double>& values) {
  return sum_in_blocks(values.size(), [&](std::size_t k) { return values[k]; });
}

std::vector<double> in_order(Span<const double> weights, const std::vector<std::uint32_t>& order) {
  std::vector<double> ordered(weights.empty() ? 0 : order.size());
  for (std::size_t k = 0; k < ordered.size(); ++k) ordered[k] = weights[order[k]];
  return ordered;
}

// Sums of a problem whose rows all chose the same ranks.
class SigmoidSums {
 public:
  SigmoidSums(const ChosenPairs& pairs, const Distances& distances, int threads)
      : pairs_(pairs),
        order_(distances.order),
        unit_(pairs.surrogate.temperature),
        threads_(threads),
        rows_(distances.positives, unit_) {}

  void sum(const Ranks& chosen, PairSums& sums) const {
    const bool all = chosen.begin == 0 && chosen.end == pairs_.negatives.size();
    if (chosen.begin < chosen.end) {
      const SigmoidCells columns = columns_at(chosen);
      const double total = sum_rows(columns, chosen, sums);
      if (all) sums.total = total;
      sum_columns(columns, chosen, sums);
    }
    if (all) return;
    const Ranks every{0, pairs_.negatives.size()};
    sums.total =
        total_of(sigmoid_field(columns_at(every), weights_at(every), rows_, SigmoidDirection::rising, threads_).values);
  }

 private:
  SigmoidCells columns_at(const Ranks& ranks) const {
    return {Span<const double>(pairs_.negatives.gaps.data() + ranks.begin, ranks.end - ranks.begin), unit_};
  }

  Span<const double> weights_at(const Ranks& ranks) const {
    if (pairs_.column_weights.empty()) return {};
    return {pairs_.column_weights.data() + ranks.begin, ranks.end - ranks.begin};
  }

  // Returns the sum of all rows' values.
  double sum_rows(const SigmoidCells& columns, const Ranks& chosen, PairSums& sums) const {
    const SigmoidField field = sigmoid_field(columns, weights_at(chosen), rows_, SigmoidDirection::rising, threads_);
    for (std::size_t k = 0; k < order_.size(); ++k) {
      const std::uint32_t row = order_[k];
      const double weight = pairs_.row_weights.empty() ? 1.0 : pairs_.row_weights[row];
      sums.row_values[row] = field.values[k];
      sums.row_gradients[row] = -weight * field.slopes[k] / unit_;
    }
    return total_of(field.values);
  }

  void sum_columns(const SigmoidCells& columns, const Ranks& chosen, PairSums& sums) const {
    const SigmoidField field =
        sigmoid_field(rows_, in_order(pairs_.row_weights, order_), columns, SigmoidDirection::falling, threads_);
    for (std::int64_t k = chosen.begin; k < chosen.end; ++k) {
      const std::uint32_t place = pairs_.negatives.places[k];
      const double weight = pairs_.column_weights.empty() ? 1.0 : pairs_.column_weights[k];
      if (pairs_.column_values) sums.column_values[place] = field.values[k - chosen.begin];
      sums.column_gradients[place] = weight * field.slopes[k - chosen.begin] / unit_;
    }
  }

  const ChosenPairs& pairs_;
  const std::vector<std::uint32_t>& order_;
  double unit_;
  int threads_;
  SigmoidCells rows_;
};

}  // namespace

PairSums sigmoid_sums(const ChosenPairs& pairs, int threads) {
  // A cell costs as much as some hundred pairs.
  constexpr double kFewPairs = 4096;
  const double all_pairs = static_cast<double>(pairs.positives.size()) * static_cast<double>(pairs.negatives.size());
  if (all_pairs <= kFewPairs || !alike(pairs.begins) || !alike(pairs.ends)) return tiled_sums(pairs, threads);
  const Distances distances = distances_of(pairs, threads);
  if (!cells_fit(pairs, distances)) return tiled_sums(pairs, threads);
  PairSums sums = empty_sums(pairs);
  SigmoidSums(pairs, distances, threads).sum(ranks_of(pairs), sums);
  return sums;
}

}  // namespace pauc::kernel
