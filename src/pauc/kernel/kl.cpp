#include "pauc/kernel/kl.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pauc/core/sort.h"
#include "pauc/kernel/kl_direct.h"

namespace pauc {

namespace {

constexpr double kDropped = 32;       // weights below e^-32 of a row's mass are left out
constexpr double kLargestDrop = 600;  // of a row's factors from its first cell to its last: they stay normal numbers
constexpr std::int64_t kSmallPairs = 1024;  // from where on order pays

// Costs in nanoseconds, sums and gradients together, as benchmarks/kl_switch.cpp measures them. They decide between the
// ways and nothing else.
constexpr double kDirectPair = 2.5;
constexpr double kCellNegative = 1.5;
constexpr double kCellNegativeTerm = 0.22;
constexpr double kCellHinge = 10;  // more for a negative that lies beyond some row's hinge
constexpr double kCellRow = 9;
constexpr double kCellRowTerm = 0.17;  // a row, cell and term
constexpr double kLevel = 300;
constexpr double kCell = 80;

}  // namespace

KlSums::KlSums(const KlPairs& pairs, KlWay way)
    : unit_(std::sqrt(pairs.lambda)), bound_(kDropped + std::log(static_cast<double>(pairs.negatives.size()))) {
  const auto rows = static_cast<std::size_t>(pairs.positives.size());
  sums_.resize(rows);
  slopes_.resize(rows);
  reaches_.resize(rows);
  distances_.resize(pairs.negatives.size());
  log_means_.resize(rows);
  if (way == KlWay::cheaper && pairs.positives.size() * pairs.negatives.size() <= kSmallPairs) {
    sum_small_problem(pairs);
  } else {
    sum_by_levels(pairs, way);
  }
  finish_rows();
}

void KlSums::sum_small_problem(const KlPairs& pairs) {
  const double largest = *std::max_element(pairs.negatives.begin(), pairs.negatives.end());
  for (std::size_t j = 0; j < distances_.size(); ++j) distances_[j] = (largest - pairs.negatives[j]) / unit_;
  for (std::size_t i = 0; i < reaches_.size(); ++i) {
    reaches_[i] = std::max(0.0, (pairs.margin - pairs.positives[i] + largest) / unit_);
  }
  slopes_of_pairs_.resize(size_of_pairs(reaches_.size(), distances_.size()));
  sum_all_pairs({distances_.data(), distances_.size(), reaches_.data(), reaches_.size(), bound_}, sums_.data(),
                slopes_.data(), slopes_of_pairs_.data());
}

void KlSums::sum_by_levels(const KlPairs& pairs, KlWay way) {
  column_places_ = descending_order(pairs.negatives, 1);
  row_places_ = descending_order(pairs.positives, 1);
  const double largest = pairs.negatives[column_places_.front()];
  const double per_unit = 1 / unit_;
  for (std::size_t j = 0; j < distances_.size(); ++j) {
    distances_[j] = (largest - pairs.negatives[column_places_[j]]) * per_unit;
  }
  for (std::size_t i = 0; i < reaches_.size(); ++i) {
    reaches_[i] = std::max(0.0, (pairs.margin - pairs.positives[row_places_[i]] + largest) / unit_);
  }
  first_active_ = std::upper_bound(reaches_.begin(), reaches_.end(), 0.0) - reaches_.begin();
  const auto all = static_cast<double>(distances_.size());
  std::fill_n(sums_.begin(), first_active_, all);
  cut_into_levels(way);
  for (const Level& level : levels_) {
    double* sums = sums_.data() + level.first_row;
    double* slopes = slopes_.data() + level.first_row;
    if (level.cells.count == 0) {
      sum_rows_directly(range_of(level), all, sums, slopes);
    } else {
      sum_rows_by_cells(level.cells, range_of(level), all, sums, slopes);
    }
  }
}

// By octaves of T, neighbours together where that costs less: wider levels need more cells, but every level reads the
// negatives anew.
void KlSums::cut_into_levels(KlWay way) {
  for (std::size_t first = first_active_; first < reaches_.size();) {
    const double top = reaches_[first] <= 1 ? 1 : std::exp2(std::ceil(std::log2(reaches_[first])));
    const auto begin = reaches_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto last = std::max<std::size_t>(std::upper_bound(begin, reaches_.end(), top) - reaches_.begin(), first + 1);
    const Level octave = make_level(first, last, way);
    first = last;
    if (!levels_.empty()) {
      const Level both = make_level(levels_.back().first_row, last, way);
      if (both.cost <= levels_.back().cost + octave.cost) {
        levels_.back() = both;
        continue;
      }
    }
    levels_.push_back(octave);
  }
}

KlSums::Level KlSums::make_level(std::size_t first_row, std::size_t last_row, KlWay way) const {
  const double lowest = reaches_[first_row];
  const double highest = reaches_[last_row - 1];
  const double window = std::min(kl_window(lowest, highest, bound_), distances_.back());
  const auto negatives_up_to = [&](double distance) {
    return static_cast<std::size_t>(std::upper_bound(distances_.begin(), distances_.end(), distance) -
                                    distances_.begin());
  };
  Level level;
  level.first_row = first_row;
  level.last_row = last_row;
  level.columns = negatives_up_to(window);
  const auto rows = static_cast<double>(last_row - first_row);
  const auto columns = static_cast<double>(level.columns);
  const double hinged = lowest < window ? columns - static_cast<double>(negatives_up_to(lowest)) : 0;
  const double half_range = (highest - lowest) / 2;
  level.cost = kDirectPair * rows * columns;
  const bool too_far = window * (2 * highest - window) > kLargestDrop;
  if (way == KlWay::direct || (way == KlWay::cheaper && too_far)) return level;
  // Rows read the cells of their own windows only; the middle row's stands for all.
  const double middle = std::min(window, kl_window(reaches_[(first_row + last_row) / 2], bound_));
  for (const KlSeries& series : kKlSeries) {
    const double cells = std::max(1.0, std::ceil(window * half_range / series.reach));
    const double cells_read = window > 0 ? cells * middle / window : 1;
    const double cost = kLevel + kCell * cells + kCellHinge * hinged +
                        (kCellNegative + kCellNegativeTerm * series.terms) * columns +
                        (kCellRow + kCellRowTerm * series.terms * std::max(1.0, cells_read)) * rows;
    if (cost < level.cost || (way == KlWay::cells && level.cells.count == 0)) {
      level.cost = too_far ? std::numeric_limits<double>::max() : cost;
      // Equal scores make a window of no width at all.
      level.cells = {lowest + half_range, std::max(window / cells, 1e-9 / std::max(1.0, highest)),
                     static_cast<std::size_t>(cells), series.terms};
    }
  }
  return level;
}

KlRange KlSums::range_of(const Level& level) const {
  return {distances_.data(), level.columns, reaches_.data() + level.first_row, level.last_row - level.first_row,
          bound_};
}

void KlSums::finish_rows() {
  const auto all = static_cast<double>(distances_.size());
  for (std::size_t i = 0; i < reaches_.size(); ++i) {
    log_means_[row_place(i)] = reaches_[i] * reaches_[i] + std::log(sums_[i] / all);
  }
}

KlGradients KlSums::gradients(Span<const double> log_ratios) const {
  KlGradients gradients;
  gradients.positives.resize(reaches_.size());
  gradients.negatives.resize(distances_.size());
  // weights[i] = exp(ratio) / S_i, so that p_ij / N = weights[i] exp(-D (2T - D)).
  std::vector<double> weights(reaches_.size());
  for (std::size_t i = first_active_; i < reaches_.size(); ++i) {
    const std::size_t place = row_place(i);
    const double ratio = log_ratios.empty() ? 1.0 : std::exp(log_ratios[static_cast<std::int64_t>(place)]);
    weights[i] = unit_ * ratio / sums_[i];
    gradients.positives[place] = -weights[i] * slopes_[i];
  }
  if (!slopes_of_pairs_.empty()) {
    add_all_pairs({distances_.data(), distances_.size(), reaches_.data(), reaches_.size(), bound_}, weights.data(),
                  slopes_of_pairs_.data(), gradients.negatives.data());
    return gradients;
  }
  std::vector<double> columns(distances_.size());
  for (const Level& level : levels_) {
    const double* level_weights = weights.data() + level.first_row;
    if (level.cells.count == 0) {
      add_columns_directly(range_of(level), level_weights, columns.data());
    } else {
      add_columns_by_cells(level.cells, range_of(level), level_weights, columns.data());
    }
  }
  for (std::size_t j = 0; j < columns.size(); ++j) gradients.negatives[column_places_[j]] = columns[j];
  return gradients;
}

}  // namespace pauc
