#include "pauc/kernel/kl_cells.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "pauc/kernel/kl_block.h"
#include "pauc/kernel/kl_grid.h"

namespace pauc::kernel {

double kl_window(double reach, double bound) {
  const double rest = reach * reach - bound;
  return rest <= 0 ? reach : bound / (reach + std::sqrt(rest));
}

double kl_window(double lowest, double highest, double bound) {
  const double peak = std::sqrt(bound);
  return lowest <= peak && peak <= highest ? peak : std::max(kl_window(lowest, bound), kl_window(highest, bound));
}

namespace {

constexpr double kInverseFactorial[] = {1.0,
                                        1.0,
                                        1.0 / 2,
                                        1.0 / 6,
                                        1.0 / 24,
                                        1.0 / 120,
                                        1.0 / 720,
                                        1.0 / 5040,
                                        1.0 / 40320,
                                        1.0 / 362880,
                                        1.0 / 3628800,
                                        1.0 / 39916800,
                                        1.0 / 479001600,
                                        1.0 / 6227020800.0,
                                        1.0 / 87178291200.0,
                                        1.0 / 1307674368000.0,
                                        1.0 / 20922789888000.0,
                                        1.0 / 355687428096000.0,
                                        1.0 / 6402373705728000.0,
                                        1.0 / 121645100408832000.0,
                                        1.0 / 2432902008176640000.0,
                                        1.0 / 51090942171709440000.0,
                                        1.0 / 1124000727777607680000.0,
                                        1.0 / 25852016738884976640000.0,
                                        1.0 / 620448401733239439360000.0};

constexpr std::size_t kGroup = 2 * kBlock;  // negatives that enter moments at once
constexpr std::size_t kSettled = 1024;      // additions after which a sum is added to the sum of such sums: rounding
                                            // grows with the square root of the size of each, not of all

// Up to eight negatives of a cell as their moments need them.
struct Powers {
  KlBlock x;     // places about the centre, in half widths
  KlBlock term;  // weight x x^p, 0 where there is no negative
};

PAUC_INLINE Powers powers_of(const KlCell& cell, const double* distances, std::size_t count) {
  static constexpr double kOnes[kBlock] = {1, 1, 1, 1, 1, 1, 1, 1};
  const KlBlock x = load_some(distances, count, cell.centre) - cell.centre;
  KlBlock weight = quick_exp(x * (x - cell.tilt));
  if (count < kBlock) weight = weight * load_some(kOnes, count, 0);
  return {x * cell.per_half, weight};
}

// Adds the moments of up to kGroup negatives to sums[term].
template <int kTerms>
PAUC_INLINE void add_group(const KlCell& cell, const double* distances, std::size_t count, Lanes* sums) {
  const std::size_t rest = count < kBlock ? 0 : count - kBlock;
  Powers a = powers_of(cell, distances, std::min(count, kBlock));
  Powers b = powers_of(cell, distances + (rest == 0 ? 0 : kBlock), rest);
  for (int p = 0; p < kTerms; ++p) {
    sums[p] += (a.term.low + a.term.high) + (b.term.low + b.term.high);
    a.term = a.term * a.x;
    b.term = b.term * b.x;
  }
}

// Adds sum_j weight_j x_j^p / p! to coefficients[p].
template <int kTerms>
PAUC_INLINE void add_moments(const KlCell& cell, const double* distances, std::size_t count, double* coefficients) {
  for (std::size_t begin = 0; begin < count; begin += kSettled) {
    const std::size_t end = std::min(count, begin + kSettled);
    Lanes sums[kTerms] = {};
    std::size_t j = begin;
    for (; j + kGroup <= end; j += kGroup) add_group<kTerms>(cell, distances + j, kGroup, sums);
    if (j < end) add_group<kTerms>(cell, distances + j, end - j, sums);
    for (int p = 0; p < kTerms; ++p) coefficients[p] += sum_of(sums[p]) * kInverseFactorial[p];
  }
}

// sum_p C_p t^p and its derivative.
template <int kTerms>
PAUC_INLINE void read_series(const double* coefficients, const KlBlock& t, KlBlock& value, KlBlock& derivative) {
  value = same_block(coefficients[kTerms - 1]);
  derivative = same_block(0);
  for (int p = kTerms - 1; p-- > 0;) {
    derivative = derivative * t + value;
    value = value * t + coefficients[p];
  }
}

// A block of rows: its variable of the series, its factor in the first cell and what leads to the next one's.
struct Rows {
  KlBlock reach, t, factor, ratio;
};

PAUC_INLINE Rows rows_of(const KlCells& cells, const KlBlock& reach) {
  const double c = cells.start + cells.width / 2;
  return {reach, (cells.middle - reach) * cells.width, quick_exp(-c * (2 * reach - c)),
          quick_exp(-2 * cells.width * reach)};
}

PAUC_INLINE void step(const KlGrid& grid, std::size_t k, Rows& rows) {
  rows.factor = rows.factor * (rows.ratio * grid.growth(k));
}

// Adds what the first `used` cells hold to a block's sums.
template <int kTerms>
PAUC_INLINE void read_cells(const KlGrid& grid, const double* coefficients, std::size_t used, Rows& rows, KlBlock& sum,
                            KlBlock& slope) {
  for (std::size_t k = 0; k < used; ++k) {
    const KlCell cell = grid.cell(k);
    KlBlock value = same_block(0);
    KlBlock derivative = same_block(0);
    read_series<kTerms>(coefficients + k * kTerms, rows.t, value, derivative);
    sum = sum + rows.factor * value;
    const KlBlock rise = (rows.reach - cell.centre) * value;
    slope = slope + 2 * rows.factor * (rise - cell.half * derivative);
    step(grid, k, rows);
  }
}

// Rows' terms by cell, the transpose of the moments.
template <int kTerms>
class Series {
 public:
  explicit Series(std::size_t cells) : recent_(cells * kTerms * kLanes), settled_(cells * kTerms) {}

  // Adds a block of rows to the first `used` cells.
  PAUC_INLINE void add(const KlGrid& grid, std::size_t used, Rows& rows, const KlBlock& weight) {
    KlBlock powers[kTerms];
    powers[0] = weight;
    for (int p = 1; p < kTerms; ++p) powers[p] = powers[p - 1] * rows.t;
    for (std::size_t k = 0; k < used; ++k) {
      double* sums = recent_.data() + k * kTerms * kLanes;
      for (int p = 0; p < kTerms; ++p, sums += kLanes) {
        store_lanes(load_lanes(sums) + rows.factor.low * powers[p].low + rows.factor.high * powers[p].high, sums);
      }
      step(grid, k, rows);
    }
  }

  PAUC_INLINE const double* settle(std::size_t k) {
    double* recent = recent_.data() + k * kTerms * kLanes;
    double* settled = settled_.data() + k * kTerms;
    for (int p = 0; p < kTerms; ++p, recent += kLanes) {
      settled[p] += sum_of(load_lanes(recent)) * kInverseFactorial[p];
      store_lanes(same_lanes(0), recent);
    }
    return settled;
  }

  PAUC_INLINE void settle_all() {
    for (std::size_t k = 0; k < settled_.size() / kTerms; ++k) settle(k);
  }

 private:
  std::vector<double> recent_;  // four sums a term
  std::vector<double> settled_;
};

// Adds a cell's series at up to eight of its negatives to their gradients: -d/dx of weight(x) x F(x / half).
template <int kTerms>
PAUC_INLINE void read_block(const KlCell& cell, const double* coefficients, const double* distances, std::size_t count,
                            double* gradients) {
  const KlBlock x = load_some(distances, count, cell.centre) - cell.centre;
  KlBlock value = same_block(0);
  KlBlock derivative = same_block(0);
  read_series<kTerms>(coefficients, x * cell.per_half, value, derivative);
  const KlBlock sum = load_some(gradients, count, 0);
  const KlBlock weight = quick_exp(x * (x - cell.tilt));
  const KlBlock rise = (cell.tilt - 2 * x) * value;
  const KlBlock fall = cell.per_half * derivative;
  store_some(sum + weight * (rise - fall), count, gradients);
}

// The negatives that have not been read, and the cell of the last of them.
struct Unread {
  std::size_t count;
  std::size_t cell;
};

// Reads the negatives from `first` on.
template <int kTerms>
PAUC_INLINE void read_columns(const KlGrid& grid, Series<kTerms>& series, const double* distances, std::size_t first,
                              Unread& unread, double* gradients) {
  while (unread.count > first) {
    const KlCell cell = grid.cell(unread.cell);
    const double* coefficients = series.settle(unread.cell);
    const std::size_t begin = std::max(first, grid.first(unread.cell));
    std::size_t j = begin;
    for (; j + kBlock <= unread.count; j += kBlock) {
      read_block<kTerms>(cell, coefficients, distances + j, kBlock, gradients + j);
    }
    if (j < unread.count) read_block<kTerms>(cell, coefficients, distances + j, unread.count - j, gradients + j);
    unread.count = begin;
    while (unread.cell > 0 && grid.first(unread.cell) >= unread.count) --unread.cell;
  }
}

// The negatives whose moments the cells hold, and the cell of the last of them.
struct Entered {
  std::size_t count;
  std::size_t cell;
};

// Enters the negatives up to `last`.
template <int kTerms>
PAUC_INLINE void enter(const KlGrid& grid, const double* distances, std::size_t last, Entered& entered,
                       double* coefficients) {
  while (entered.count < last) {
    while (grid.first(entered.cell + 1) <= entered.count) ++entered.cell;
    const std::size_t end = std::min(last, grid.first(entered.cell + 1));
    add_moments<kTerms>(grid.cell(entered.cell), distances + entered.count, end - entered.count,
                        coefficients + entered.cell * kTerms);
    entered.count = end;
  }
}

// Rows in ascending order of T. A negative enters its cell once every hinge of the block, and so every later one, lies
// beyond it; until then, and until there is a group of them, it is paired directly.
template <int kTerms>
PAUC_INLINE void sum_rows(const KlCells& cells, const KlRange& range, double all, double* sums, double* slopes) {
  const KlGrid grid(cells, range);
  std::vector<double> coefficients(cells.count * kTerms);
  const double* distances = range.distances;
  Entered entered = {0, 0};
  std::size_t inside = 0;   // negatives within every hinge of the block
  std::size_t reached = 0;  // negatives within some hinge
  for (std::size_t i = 0; i < range.rows; i += kBlock) {
    const std::size_t count = std::min(kBlock, range.rows - i);
    const double lowest = range.reaches[i];
    const double highest = range.reaches[i + count - 1];
    if (distances[range.columns - 1] < lowest) inside = range.columns;
    while (inside < range.columns && distances[inside] < lowest) ++inside;
    reached = std::max(reached, inside);
    while (reached < range.columns && distances[reached] < highest) ++reached;
    if (inside - entered.count >= kGroup || inside == range.columns) {
      enter<kTerms>(grid, distances, inside, entered, coefficients.data());
    }
    Rows rows = rows_of(cells, load_some(range.reaches + i, count, highest));
    const KlBlock base = base_of(rows.reach);
    const double beyond = all - static_cast<double>(reached);
    KlBlock sum = beyond * base;
    KlBlock slope = same_block(0);
    if (entered.count < reached && highest - distances[entered.count] <= kNearHinge) {
      add_near_pairs(distances, entered.count, reached, rows.reach, base, sum, slope);
    } else {
      add_pairs(distances, entered.count, reached, rows.reach, sum, slope);
    }
    const std::size_t within = grid.count_within(kl_window(lowest, highest, range.bound));
    const std::size_t used = entered.count == 0 ? 0 : std::min(entered.cell + 1, within);
    read_cells<kTerms>(grid, coefficients.data(), used, rows, sum, slope);
    store_some(sum, count, sums + i);
    store_some(slope, count, slopes + i);
  }
}

// The transpose: rows in descending order of T enter the cells' series. Before a block of them does, the negatives that
// lie beyond one of its hinges are read, a group at least; from then on they are paired directly, while a hinge reaches
// them.
template <int kTerms>
PAUC_INLINE void add_columns(const KlCells& cells, const KlRange& range, const double* weights, double* gradients) {
  const KlGrid grid(cells, range);
  Series<kTerms> series(cells.count);
  const double* distances = range.distances;
  Unread unread = {range.columns, cells.count - 1};
  std::size_t inside = range.columns;   // negatives within every hinge of the block
  std::size_t reached = range.columns;  // negatives within some hinge
  for (std::size_t end = range.rows; end > 0;) {
    const std::size_t i = (end - 1) / kBlock * kBlock;
    const std::size_t count = end - i;
    const double lowest = range.reaches[i];
    const double highest = range.reaches[end - 1];
    end = i;
    while (reached > 0 && distances[reached - 1] >= highest) --reached;
    if (reached == 0) break;
    inside = std::min(inside, reached);
    while (inside > 0 && distances[inside - 1] >= lowest) --inside;
    if (inside < unread.count) {
      const std::size_t first = std::min(inside, unread.count - std::min(unread.count, kGroup));
      read_columns<kTerms>(grid, series, distances, first, unread, gradients);
    }
    Rows rows = rows_of(cells, load_some(range.reaches + i, count, highest));
    const KlBlock weight = load_some(weights + i, count, 0);
    if (unread.count < reached && highest - distances[unread.count] <= kNearHinge) {
      add_near_gradients(distances, unread.count, reached, rows.reach, weight, gradients);
    } else {
      add_pair_gradients(distances, unread.count, reached, rows.reach, weight, gradients);
    }
    const std::size_t within = grid.count_within(kl_window(lowest, highest, range.bound));
    const std::size_t used = unread.count == 0 ? 0 : std::min(unread.cell + 1, within);
    series.add(grid, used, rows, weight);
    if (i % kSettled == 0) series.settle_all();
  }
  read_columns<kTerms>(grid, series, distances, 0, unread, gradients);
}

// The compiler makes no clones of templates.
PAUC_CLONES void sum_rows_16(const KlCells& cells, const KlRange& range, double all, double* sums, double* slopes) {
  sum_rows<16>(cells, range, all, sums, slopes);
}
PAUC_CLONES void sum_rows_19(const KlCells& cells, const KlRange& range, double all, double* sums, double* slopes) {
  sum_rows<19>(cells, range, all, sums, slopes);
}
PAUC_CLONES void sum_rows_25(const KlCells& cells, const KlRange& range, double all, double* sums, double* slopes) {
  sum_rows<25>(cells, range, all, sums, slopes);
}
PAUC_CLONES void add_columns_16(const KlCells& cells, const KlRange& range, const double* weights, double* gradients) {
  add_columns<16>(cells, range, weights, gradients);
}
PAUC_CLONES void add_columns_19(const KlCells& cells, const KlRange& range, const double* weights, double* gradients) {
  add_columns<19>(cells, range, weights, gradients);
}
PAUC_CLONES void add_columns_25(const KlCells& cells, const KlRange& range, const double* weights, double* gradients) {
  add_columns<25>(cells, range, weights, gradients);
}

}  // namespace

void sum_rows_by_cells(const KlCells& cells, const KlRange& range, double all, double* sums, double* slopes) {
  const auto sum = cells.terms == 16 ? sum_rows_16 : cells.terms == 19 ? sum_rows_19 : sum_rows_25;
  sum(cells, range, all, sums, slopes);
}

void add_columns_by_cells(const KlCells& cells, const KlRange& range, const double* weights, double* gradients) {
  const auto add = cells.terms == 16 ? add_columns_16 : cells.terms == 19 ? add_columns_19 : add_columns_25;
  add(cells, range, weights, gradients);
}

}  // namespace pauc::kernel
