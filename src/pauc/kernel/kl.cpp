#include "pauc/kernel/kl.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pauc/core/parallel.h"
#include "pauc/core/sort.h"
#include "pauc/kernel/kl_direct.h"

namespace pauc::kernel {

namespace {

constexpr double kDropped = 32;       // weights below e^-32 of a row's mass are left out
constexpr double kLargestDrop = 600;  // of a row's factors from its first cell to its last: they stay normal numbers
constexpr std::int64_t kSmallPairs = 1024;  // up to here pairs cost less than their order (benchmarks/kl_switch.cpp)

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

// A part of a level costs many times what starting a thread does, and what its rows cost without any cell.
constexpr double kPartCost = 1e6;  // this and the next two are not tuned
constexpr double kPartRow = 4 * kCellRow;
constexpr double kMostParts = 8;

}  // namespace

KlSums::KlSums(const KlPairs& pairs, int threads, KlWay way)
    : threads_(threads),
      unit_(std::sqrt(pairs.lambda)),
      bound_(kDropped + std::log(static_cast<double>(pairs.negatives.size()))) {
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
    reaches_[i] = std::max(0.0, (pairs.margin - (pairs.positives[i] - largest)) / unit_);
  }
  slopes_of_pairs_.resize(size_of_pairs(reaches_.size(), distances_.size()));
  sum_all_pairs({distances_.data(), distances_.size(), reaches_.data(), reaches_.size(), bound_}, sums_.data(),
                slopes_.data(), slopes_of_pairs_.data());
}

void KlSums::sum_by_levels(const KlPairs& pairs, KlWay way) {
  column_places_ = descending_order(pairs.negatives, threads_);
  row_places_ = descending_order(pairs.positives, threads_);
  const double largest = pairs.negatives[column_places_.front()];
  const double per_unit = 1 / unit_;
  parallel_pieces(pairs.negatives.size(), threads_, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t j = begin; j < end; ++j) {
      distances_[j] = (largest - pairs.negatives[column_places_[j]]) * per_unit;
    }
  });
  parallel_pieces(pairs.positives.size(), threads_, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      reaches_[i] = std::max(0.0, (pairs.margin - (pairs.positives[row_places_[i]] - largest)) / unit_);
    }
  });
  first_active_ = std::upper_bound(reaches_.begin(), reaches_.end(), 0.0) - reaches_.begin();
  std::fill_n(sums_.begin(), first_active_, static_cast<double>(distances_.size()));
  cut_into_levels(way);
  cut_into_parts();
  sum_parts();
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
  // Rows look at their own windows only; the middle row's stands for all.
  const double middle = std::min(window, kl_window(reaches_[(first_row + last_row) / 2], bound_));
  level.cost = kDirectPair * rows * static_cast<double>(negatives_up_to(middle));
  const bool too_far = window * (2 * highest - window) > kLargestDrop;
  if (way == KlWay::direct || (way == KlWay::cheaper && too_far)) return level;
  for (const KlSeries& series : kKlSeries) {
    const double cells = std::max(1.0, std::ceil(window * half_range / series.reach));
    const double cells_read = window > 0 ? std::max(1.0, cells * middle / window) : 1;
    const double cost = kLevel + kCell * cells + kCellHinge * hinged +
                        (kCellNegative + kCellNegativeTerm * series.terms) * columns +
                        (kCellRow + kCellRowTerm * series.terms * cells_read) * rows;
    if (cost < level.cost || (way == KlWay::cells && level.cells.count == 0)) {
      level.cost = too_far ? std::numeric_limits<double>::max() : cost;
      level.cells = make_cells(level, 0, window, series.terms);
    }
  }
  return level;
}

KlCells KlSums::make_cells(const Level& level, double start, double end, int terms) const {
  const double lowest = reaches_[level.first_row];
  const double highest = reaches_[level.last_row - 1];
  const double half_range = (highest - lowest) / 2;
  double reach = 0;
  for (const KlSeries& series : kKlSeries) reach = series.terms == terms ? series.reach : reach;
  const double count = std::max(1.0, std::ceil((end - start) * half_range / reach));
  // Equal scores make a window of no width at all.
  const double width = std::max((end - start) / count, 1e-9 / std::max(1.0, highest));
  return {lowest + half_range, start, width, static_cast<std::size_t>(count), terms};
}

// How many depends on the costs, and not on the threads.
void KlSums::cut_into_parts() {
  parts_.reserve(levels_.size());
  for (std::size_t l = 0; l < levels_.size(); ++l) {
    const Level& level = levels_[l];
    const auto rows = static_cast<double>(level.last_row - level.first_row);
    const double worth = std::max(kPartCost, kPartRow * rows);
    const auto count = static_cast<std::size_t>(std::clamp(level.cost / worth, 1.0, kMostParts));
    for (std::size_t part = 0; part < count; ++part) {
      const std::size_t first = level.columns * part / count;
      const std::size_t last = level.columns * (part + 1) / count;
      const auto beyond = static_cast<double>(part == 0 ? distances_.size() - level.columns : 0);
      parts_.push_back({l, first, last - first, level.cells, beyond + static_cast<double>(last - first)});
      if (count > 1 && level.cells.count > 0) {
        parts_.back().cells = make_cells(level, distances_[first], distances_[last - 1], level.cells.terms);
      }
    }
  }
}

KlRange KlSums::range_of(const Part& part) const {
  const Level& level = levels_[part.level];
  return {distances_.data() + part.first_column, part.columns, reaches_.data() + level.first_row,
          level.last_row - level.first_row, bound_};
}

void KlSums::sum_part(const Part& part, double* sums, double* slopes) const {
  if (part.cells.count == 0) {
    sum_rows_directly(range_of(part), part.all, sums, slopes);
  } else {
    sum_rows_by_cells(part.cells, range_of(part), part.all, sums, slopes);
  }
}

// A level's first part writes where the results belong, the others are added to it in their order.
void KlSums::sum_parts() {
  const bool worthwhile = parts_.size() > levels_.size();
  std::vector<std::vector<double>> others(worthwhile ? parts_.size() : 0);
  parallel_for(static_cast<std::int64_t>(parts_.size()), worthwhile ? threads_ : 1, [&](std::int64_t p) {
    const Part& part = parts_[p];
    const Level& level = levels_[part.level];
    if (part.first_column == 0) {
      sum_part(part, sums_.data() + level.first_row, slopes_.data() + level.first_row);
    } else {
      const std::size_t rows = level.last_row - level.first_row;
      others[p].resize(2 * rows);
      sum_part(part, others[p].data(), others[p].data() + rows);
    }
  });
  for (std::size_t p = 0; p < others.size(); ++p) {
    const std::size_t first_row = levels_[parts_[p].level].first_row;
    const std::size_t rows = others[p].size() / 2;
    for (std::size_t i = 0; i < rows; ++i) {
      sums_[first_row + i] += others[p][i];
      slopes_[first_row + i] += others[p][rows + i];
    }
  }
}

void KlSums::finish_rows() {
  const auto all = static_cast<double>(distances_.size());
  parallel_pieces(static_cast<std::int64_t>(reaches_.size()), threads_, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      log_means_[row_place(i)] = reaches_[i] * reaches_[i] + std::log(sums_[i] / all);
    }
  });
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
  if (column_places_.empty()) {  // a small problem
    add_all_pairs({distances_.data(), distances_.size(), reaches_.data(), reaches_.size(), bound_}, weights.data(),
                  slopes_of_pairs_.data(), gradients.negatives.data());
    return gradients;
  }
  std::vector<double> columns(distances_.size());
  // Parts of one level own their columns, parts of different levels do not.
  for (std::size_t first = 0; first < parts_.size();) {
    std::size_t last = first + 1;
    while (last < parts_.size() && parts_[last].level == parts_[first].level) ++last;
    parallel_for(static_cast<std::int64_t>(last - first), threads_,
                 [&](std::int64_t p) { add_columns(parts_[first + p], weights, columns.data()); });
    first = last;
  }
  parallel_pieces(static_cast<std::int64_t>(columns.size()), threads_, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t j = begin; j < end; ++j) gradients.negatives[column_places_[j]] = columns[j];
  });
  return gradients;
}

void KlSums::add_columns(const Part& part, const std::vector<double>& weights, double* columns) const {
  const double* level_weights = weights.data() + levels_[part.level].first_row;
  if (part.cells.count == 0) {
    add_columns_directly(range_of(part), level_weights, columns + part.first_column);
  } else {
    add_columns_by_cells(part.cells, range_of(part), level_weights, columns + part.first_column);
  }
}

}  // namespace pauc::kernel
