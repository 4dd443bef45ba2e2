#include "pauc/kernel/kl.h"

#include <algorithm>
#include <cmath>

#include "pauc/kernel/vector_math.h"

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_THREAD__)
// The same code compiled twice; the loader takes the one that the processor can run. (Its choice is made before the
// thread sanitiser is ready.)
#define PAUC_CLONES __attribute__((target_clones("default", "arch=x86-64-v3")))
#else
#define PAUC_CLONES
#endif

namespace pauc {

namespace {

constexpr int kTerms = 24;        // of the power series: |argument| <= 2, and 2^24/24! is below the last bit
constexpr double kCellReach = 2;  // cell width x octave's upper end
constexpr double kDropped = 32;   // weights below e^-32 of a row's mass are left out

// Rough costs in nanoseconds, which decide between the two ways and nothing else: a pair summed directly; a negative, a
// row and cell by power series.
constexpr double kDirectPair = 2.6;
constexpr double kCellNegative = 14;
constexpr double kCellRow = 22;

constexpr double kInverseFactorial[kTerms] = {1.0,
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
                                              1.0 / 25852016738884976640000.0};

struct Powers {
  alignas(64) double value[kTerms];
};

// first times 1, x, x^2, ... four at a time, so that no power waits for the one before it.
inline Powers powers_of(double x, double first) {
  Powers powers;  // NOLINT(cppcoreguidelines-pro-type-member-init): every value is set below
  const double x2 = x * x;
  const double x4 = x2 * x2;
  powers.value[0] = first;
  powers.value[1] = first * x;
  powers.value[2] = first * x2;
  powers.value[3] = first * x * x2;
  for (int p = 4; p < kTerms; ++p) powers.value[p] = powers.value[p - 4] * x4;
  return powers;
}

// A row's weights over the prefix of the negatives: sum of exp(-D (2T - D)) and of the same times 2 (T - D), D clamped
// to T: beyond the hinge the weight is exp(-T^2) and the slope 0.
PAUC_CLONES void sum_prefix(const double* distances, std::size_t count, double reach, double& sum, double& slope) {
  constexpr int kLanes = 8;
  double sums[kLanes] = {};
  double slopes[kLanes] = {};
  std::size_t j = 0;
  for (; j + kLanes <= count; j += kLanes) {
    for (int lane = 0; lane < kLanes; ++lane) {
      const double distance = std::min(distances[j + lane], reach);
      const double weight = quick_exp(-distance * (2 * reach - distance));
      sums[lane] += weight;
      slopes[lane] += weight * 2 * (reach - distance);
    }
  }
  for (; j < count; ++j) {
    const double distance = std::min(distances[j], reach);
    const double weight = quick_exp(-distance * (2 * reach - distance));
    sums[0] += weight;
    slopes[0] += weight * 2 * (reach - distance);
  }
  for (int lane = 0; lane < kLanes; ++lane) {
    sum += sums[lane];
    slope += slopes[lane];
  }
}

PAUC_CLONES void add_prefix(const double* distances, std::size_t count, double reach, double weight, double* columns) {
  for (std::size_t j = 0; j < count; ++j) {
    const double distance = std::min(distances[j], reach);
    columns[j] += weight * quick_exp(-distance * (2 * reach - distance)) * 2 * (reach - distance);
  }
}

inline void add_to_moments(double* moments, double x, double first) {
  const Powers powers = powers_of(x, first);
  for (int p = 0; p < kTerms; ++p) moments[p] += powers.value[p];
}

// sum_p M_p t^p/p! and sum_p M_{p+1} t^p/p!; moments hold one zero more than there are terms.
inline void read_moments(const double* settled, const double* recent, double t, double& value, double& derivative) {
  const Powers powers = powers_of(t, 1);
  double values[4] = {};
  double derivatives[4] = {};
  for (int p = 0; p < kTerms; p += 4) {
    for (int lane = 0; lane < 4; ++lane) {
      const double term = powers.value[p + lane] * kInverseFactorial[p + lane];
      values[lane] += (settled[p + lane] + recent[p + lane]) * term;
      derivatives[lane] += (settled[p + lane + 1] + recent[p + lane + 1]) * term;
    }
  }
  value = (values[0] + values[2]) + (values[1] + values[3]);
  derivative = (derivatives[0] + derivatives[2]) + (derivatives[1] + derivatives[3]);
}

inline void add_to_series(double* series, double t, double first) {
  const Powers powers = powers_of(t, first);
  for (int p = 0; p < kTerms; ++p) series[p] += powers.value[p] * kInverseFactorial[p];
}

// sum_p A_p x^p and its derivative by x.
inline void read_series(const double* settled, const double* recent, double x, double& value, double& derivative) {
  const Powers powers = powers_of(x, 1);
  double values[4] = {};
  double derivatives[4] = {};
  for (int p = 0; p < kTerms; p += 4) {
    for (int lane = 0; lane < 4; ++lane) {
      values[lane] += (settled[p + lane] + recent[p + lane]) * powers.value[p + lane];
      derivatives[lane] += (settled[p + lane + 1] + recent[p + lane + 1]) * (p + lane + 1) * powers.value[p + lane];
    }
  }
  value = (values[0] + values[2]) + (values[1] + values[3]);
  derivative = (derivatives[0] + derivatives[2]) + (derivatives[1] + derivatives[3]);
}

constexpr std::size_t kStride = kTerms + 8;  // a cell's coefficients, one zero behind them at least

// The cells of one level: centres, and the factors exp(-c (2T - c)) of a row by a recurrence from cell to cell.
class Cells {
 public:
  Cells(double width, std::size_t count)
      : width_(width),
        per_width_(1 / width),
        growth_(count),
        settled_(count * kStride, 0.0),
        recent_(count * kStride, 0.0) {
    for (std::size_t k = 0; k < count; ++k) growth_[k] = std::exp(width * (centre(k) + centre(k + 1)));
  }

  std::size_t count() const { return growth_.size(); }
  double centre(std::size_t k) const { return width_ * (static_cast<double>(k) + 0.5); }
  double half_width() const { return width_ / 2; }

  // Coefficients are gathered in small sums that are settled now and then: rounding grows with the square root of the
  // size of each, not of all.
  double* recent(std::size_t k) { return recent_.data() + k * kStride; }
  const double* settled(std::size_t k) const { return settled_.data() + k * kStride; }
  void count_addition() {
    if (++additions_ % 64 != 0) return;
    for (std::size_t c = 0; c < settled_.size(); ++c) {
      settled_[c] += recent_[c];
      recent_[c] = 0;
    }
  }

  std::size_t cell_of(double distance) const {
    return std::min(static_cast<std::size_t>(distance * per_width_), growth_.size() - 1);
  }

  // Calls visit(cell, factor) for the cells below `used`.
  template <class Visit>
  void visit(double reach, std::size_t used, const Visit& visit) const {
    double factor = quick_exp(-centre(0) * (2 * reach - centre(0)));
    const double ratio = quick_exp(-2 * width_ * reach);
    for (std::size_t k = 0; k < used; ++k) {
      visit(k, factor);
      factor *= ratio * growth_[k];
    }
  }

 private:
  double width_;
  double per_width_;
  std::vector<double> growth_;
  std::vector<double> settled_;
  std::vector<double> recent_;
  std::size_t additions_ = 0;
};

// Rows in ascending order of T; a negative enters its cell before the first row that reaches it.
PAUC_CLONES void sum_rows_by_cells(Cells& cells, const double* distances, std::size_t columns, double all,
                                   const double* reaches, std::size_t rows, double* sums, double* slopes) {
  const double half = cells.half_width();
  std::size_t entered = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const double reach = reaches[i];
    for (; entered < columns && distances[entered] < reach; ++entered) {
      const std::size_t k = cells.cell_of(distances[entered]);
      const double x = distances[entered] - cells.centre(k);
      add_to_moments(cells.recent(k), x / half, quick_exp(x * x));
      cells.count_addition();
    }
    double sum = (all - static_cast<double>(entered)) * quick_exp(-reach * reach);
    double slope = 0;
    const std::size_t used = entered == 0 ? 0 : cells.cell_of(distances[entered - 1]) + 1;
    cells.visit(reach, used, [&](std::size_t k, double factor) {
      const double rest = reach - cells.centre(k);
      double value = 0;
      double derivative = 0;
      read_moments(cells.settled(k), cells.recent(k), -2 * rest * half, value, derivative);
      sum += factor * value;
      slope += factor * 2 * (rest * value - half * derivative);
    });
    sums[i] = sum;
    slopes[i] = slope;
  }
}

// The transpose: rows in descending order of T enter the cells' series; before row i enters, the negatives that lie
// beyond its hinge, and so beyond every later row's, are read and leave.
PAUC_CLONES void add_columns_by_cells(Cells& cells, const double* distances, std::size_t columns, const double* reaches,
                                      const double* weights, std::size_t rows, double* gradients) {
  const double half = cells.half_width();
  const auto read = [&](std::size_t j) {
    const std::size_t k = cells.cell_of(distances[j]);
    const double x = distances[j] - cells.centre(k);
    double value = 0;
    double derivative = 0;
    read_series(cells.settled(k), cells.recent(k), x / half, value, derivative);
    gradients[j] -= quick_exp(x * x) * (derivative / half + 2 * x * value);
  };
  std::size_t left = columns;
  for (std::size_t i = rows; i-- > 0 && left > 0;) {
    while (left > 0 && distances[left - 1] >= reaches[i]) read(--left);
    if (left == 0) break;
    cells.visit(reaches[i], cells.cell_of(distances[left - 1]) + 1, [&](std::size_t k, double factor) {
      add_to_series(cells.recent(k), -2 * (reaches[i] - cells.centre(k)) * half, weights[i] * factor);
    });
    cells.count_addition();
  }
  while (left > 0) read(--left);
}

}  // namespace

KlSums::KlSums(const KlPairs& pairs)
    : unit_(std::sqrt(pairs.lambda)),
      bound_(kDropped + std::log(static_cast<double>(pairs.negatives.size()))),
      negatives_(sorted_descending(pairs.negatives)) {
  distances_.resize(negatives_.gaps.size());
  for (std::size_t j = 0; j < distances_.size(); ++j) distances_[j] = negatives_.gaps[j] / unit_;
  const DescendingScores rows = sorted_descending(pairs.positives);
  reaches_.resize(rows.gaps.size());
  for (std::size_t i = 0; i < reaches_.size(); ++i) {
    reaches_[i] = (pairs.margin - pairs.positives[rows.places[i]] + negatives_.largest) / unit_;
  }
  row_places_ = rows.places;
  sums_.assign(reaches_.size(), static_cast<double>(distances_.size()));
  slopes_.assign(reaches_.size(), 0.0);
  log_means_.assign(reaches_.size(), 0.0);
  first_active_ = static_cast<std::size_t>(std::upper_bound(reaches_.begin(), reaches_.end(), 0.0) - reaches_.begin());
  cut_into_levels();
  for (const Level& level : levels_) {
    if (level.cells == 0) {
      sum_directly(level);
    } else {
      sum_by_cells(level);
    }
  }
}

void KlSums::cut_into_levels() {
  for (std::size_t first = first_active_; first < reaches_.size();) {
    const double top = reaches_[first] <= 1 ? 1 : std::exp2(std::ceil(std::log2(reaches_[first])));
    const auto last = static_cast<std::size_t>(
        std::upper_bound(reaches_.begin() + static_cast<std::ptrdiff_t>(first), reaches_.end(), top) -
        reaches_.begin());
    levels_.push_back(make_level(first, std::max(last, first + 1)));
    first = levels_.back().last_row;
  }
}

KlSums::Level KlSums::make_level(std::size_t first_row, std::size_t last_row) const {
  // The window w(T) = T while T^2 <= bound, else bound / (T + sqrt(T^2 - bound)): it grows to sqrt(bound) and falls
  // from there.
  const auto window_of = [&](double reach) {
    const double rest = reach * reach - bound_;
    return rest <= 0 ? reach : bound_ / (reach + std::sqrt(rest));
  };
  Level level;
  level.first_row = first_row;
  level.last_row = last_row;
  const double lowest = reaches_[first_row];
  const double highest = reaches_[last_row - 1];
  level.top = std::max(1.0, highest);
  const double peak = std::sqrt(bound_);
  const double widest = lowest <= peak && peak <= highest ? peak : std::max(window_of(lowest), window_of(highest));
  level.window = std::min(widest, distances_.back());
  level.columns = static_cast<std::size_t>(std::upper_bound(distances_.begin(), distances_.end(), level.window) -
                                           distances_.begin());

  const auto rows = static_cast<double>(last_row - first_row);
  const auto columns = static_cast<double>(level.columns);
  level.cell = std::max(std::min(kCellReach / level.top, level.window), 1e-9 * kCellReach / level.top);
  const double cells = std::max(1.0, std::ceil(level.window / level.cell));
  const bool direct = kDirectPair * rows * columns <= kCellNegative * columns + kCellRow * rows * cells + 60 * cells;
  level.cells = direct ? 0 : static_cast<std::size_t>(cells);
  return level;
}

void KlSums::finish_row(std::size_t row, double sum, double slope) {
  sums_[row] = sum;
  slopes_[row] = slope;
  log_means_[row_places_[row]] = reaches_[row] * reaches_[row] + std::log(sum / static_cast<double>(distances_.size()));
}

void KlSums::sum_directly(const Level& level) {
  const auto all = static_cast<double>(distances_.size());
  for (std::size_t i = level.first_row; i < level.last_row; ++i) {
    double sum = 0;
    double slope = 0;
    sum_prefix(distances_.data(), level.columns, reaches_[i], sum, slope);
    // Negatives beyond the window lie beyond the hinge, or weigh nothing.
    const double beyond = all - static_cast<double>(level.columns);
    finish_row(i, sum + beyond * quick_exp(-reaches_[i] * reaches_[i]), slope);
  }
}

void KlSums::sum_by_cells(const Level& level) {
  Cells cells(level.cell, level.cells);
  sum_rows_by_cells(cells, distances_.data(), level.columns, static_cast<double>(distances_.size()),
                    reaches_.data() + level.first_row, level.last_row - level.first_row, sums_.data() + level.first_row,
                    slopes_.data() + level.first_row);
  for (std::size_t i = level.first_row; i < level.last_row; ++i) finish_row(i, sums_[i], slopes_[i]);
}

KlGradients KlSums::gradients(Span<const double> log_ratios) const {
  KlGradients gradients;
  gradients.positives.assign(reaches_.size(), 0.0);
  gradients.negatives.assign(distances_.size(), 0.0);
  // weights[i] = exp(ratio) / S_i, so that p_ij / N = weights[i] exp(-D (2T - D)).
  std::vector<double> weights(reaches_.size(), 0.0);
  for (std::size_t i = first_active_; i < reaches_.size(); ++i) {
    const double ratio = log_ratios.empty() ? 1.0 : std::exp(log_ratios[row_places_[i]]);
    weights[i] = ratio / sums_[i];
    gradients.positives[row_places_[i]] = -unit_ * weights[i] * slopes_[i];
  }
  std::vector<double> columns(distances_.size(), 0.0);
  for (const Level& level : levels_) {
    if (level.cells == 0) {
      add_gradients_directly(level, weights, columns);
    } else {
      add_gradients_by_cells(level, weights, columns);
    }
  }
  for (std::size_t j = 0; j < columns.size(); ++j) gradients.negatives[negatives_.places[j]] = unit_ * columns[j];
  return gradients;
}

void KlSums::add_gradients_directly(const Level& level, Span<const double> weights, Span<double> columns) const {
  for (std::size_t i = level.first_row; i < level.last_row; ++i) {
    add_prefix(distances_.data(), level.columns, reaches_[i], weights[static_cast<std::int64_t>(i)], columns.data());
  }
}

void KlSums::add_gradients_by_cells(const Level& level, Span<const double> weights, Span<double> columns) const {
  Cells cells(level.cell, level.cells);
  add_columns_by_cells(cells, distances_.data(), level.columns, reaches_.data() + level.first_row,
                       weights.data() + level.first_row, level.last_row - level.first_row, columns.data());
}

}  // namespace pauc
