#include "pauc/model/norm_kernels.h"

#include <cmath>

#include "pauc/core/target_clones.h"
#include "pauc/model/row_chunks.h"

namespace pauc {

namespace {

constexpr double kEpsilon = 1e-5;  // that of LibTorch

// Rows whose sums are kept in the precision of the values; these sums are then added up in double.
constexpr std::int64_t kRowsInBlock = 32;

template <class Number>
std::vector<Number> rounded(const std::vector<double>& numbers) {
  std::vector<Number> result;
  for (const double number : numbers) result.push_back(static_cast<Number>(number));
  return result;
}

// Loops over one row. The compiler makes vector code of them because it knows that the pointers do not overlap.

template <class Number>
PAUC_INLINE void add_distances(std::int64_t width, const Number* __restrict row, const Number* __restrict centre,
                               Number* __restrict sums, Number* __restrict squares) {
  for (std::int64_t k = 0; k < width; ++k) {
    const Number distance = row[k] - centre[k];
    sums[k] += distance;
    squares[k] += distance * distance;
  }
}

template <class Number>
PAUC_INLINE void add_to_doubles(std::int64_t width, const Number* __restrict block, double* __restrict sums) {
  for (std::int64_t k = 0; k < width; ++k) sums[k] += static_cast<double>(block[k]);
}

// NaN passes: a network that has diverged must not look sound.
template <Activation kActivation, bool kDrops, bool kAdds, class Number>
PAUC_INLINE void normalise_row(std::int64_t width, Number factor, const Number* __restrict slope,
                               const Number* __restrict offset, const Number* __restrict input,
                               const Number* __restrict added, const std::uint8_t* __restrict kept,
                               std::uint8_t* __restrict passes, Number* __restrict output) {
  for (std::int64_t k = 0; k < width; ++k) {
    const Number normal = slope[k] * input[k] + offset[k];
    const Number value = kAdds ? normal + added[k] : normal;
    const auto open = static_cast<std::uint8_t>(kActivation == Activation::none || !(value <= 0));
    const auto passed = static_cast<std::uint8_t>(kDrops ? open & kept[k] : open);
    const Number scaled = factor * value;
    passes[k] = passed;
    output[k] = passed != 0 ? scaled : Number(0);
  }
}

template <class Number>
PAUC_INLINE void add_gradients_of_row(std::int64_t width, Number factor, const Number* __restrict mean,
                                      const Number* __restrict input, const std::uint8_t* __restrict passes,
                                      const Number* __restrict outer, Number* __restrict sums,
                                      Number* __restrict products) {
  for (std::int64_t k = 0; k < width; ++k) {
    const Number scaled = factor * outer[k];
    const Number inner = passes[k] != 0 ? scaled : Number(0);
    sums[k] += inner;
    products[k] += inner * (input[k] - mean[k]);
  }
}

// Sums over the rows of x - centre and of its squares.
template <class Number>
PAUC_INLINE void add_columns_in(const Number* values, std::int64_t width, RowRange rows, const Number* centre,
                                Number* block, double* sums) {
  for (std::int64_t first = rows.begin; first < rows.end; first += kRowsInBlock) {
    const std::int64_t last = std::min(first + kRowsInBlock, rows.end);
    std::fill_n(block, 2 * width, Number(0));
    for (std::int64_t row = first; row < last; ++row) {
      add_distances(width, values + row * width, centre, block, block + width);
    }
    add_to_doubles(2 * width, block, sums);
  }
}

PAUC_CLONES void add_columns(const float* values, std::int64_t width, RowRange rows, const float* centre, float* block,
                             double* sums) {
  add_columns_in(values, width, rows, centre, block, sums);
}

void add_columns(const double* values, std::int64_t width, RowRange rows, const double* centre, double* block,
                 double* sums) {
  add_columns_in(values, width, rows, centre, block, sums);
}

// slope x + offset by columns, and what is done with it.
template <class Number>
struct NormLines {
  const Number* slope = nullptr;
  const Number* offset = nullptr;
  const std::uint8_t* kept = nullptr;
  std::uint8_t* passes = nullptr;
  Number* output = nullptr;
};

template <Activation kActivation, bool kDrops, bool kAdds, class Number>
PAUC_INLINE void normalise_rows_in(const NormStep<Number>& step, const NormLines<Number>& lines, RowRange rows) {
  const auto factor = static_cast<Number>(step.factor);
  for (std::int64_t row = rows.begin; row < rows.end; ++row) {
    const std::int64_t at = row * step.width;
    normalise_row<kActivation, kDrops, kAdds>(step.width, factor, lines.slope, lines.offset, step.input + at,
                                              kAdds ? step.added + at : nullptr, kDrops ? lines.kept + at : nullptr,
                                              lines.passes + at, lines.output + at);
  }
}

template <Activation kActivation, class Number>
PAUC_INLINE void normalise_rows_by_tail(const NormStep<Number>& step, const NormLines<Number>& lines, RowRange rows) {
  const bool drops = lines.kept != nullptr;
  const bool adds = step.added != nullptr;
  if (drops && adds) return normalise_rows_in<kActivation, true, true>(step, lines, rows);
  if (drops) return normalise_rows_in<kActivation, true, false>(step, lines, rows);
  if (adds) return normalise_rows_in<kActivation, false, true>(step, lines, rows);
  normalise_rows_in<kActivation, false, false>(step, lines, rows);
}

template <class Number>
PAUC_INLINE void normalise_rows_by_kind(const NormStep<Number>& step, const NormLines<Number>& lines, RowRange rows) {
  if (step.activation == Activation::relu) return normalise_rows_by_tail<Activation::relu>(step, lines, rows);
  normalise_rows_by_tail<Activation::none>(step, lines, rows);
}

PAUC_CLONES void normalise_rows(const NormStep<float>& step, const NormLines<float>& lines, RowRange rows) {
  normalise_rows_by_kind(step, lines, rows);
}

void normalise_rows(const NormStep<double>& step, const NormLines<double>& lines, RowRange rows) {
  normalise_rows_by_kind(step, lines, rows);
}

// What the backward reads beside the step.
template <class Number>
struct NormBack {
  const std::uint8_t* passes = nullptr;
  const Number* gradient = nullptr;
  std::vector<Number> mean;
  std::vector<Number> slope;
  std::vector<Number> pull;
  std::vector<Number> constant;
};

// Sums over the rows of the gradient behind dropout and activation, and of its products with x - mean.
template <class Number>
PAUC_INLINE void add_gradients_in(const NormStep<Number>& step, const NormBack<Number>& back, RowRange rows,
                                  Number* block, double* sums) {
  const std::int64_t width = step.width;
  const auto factor = static_cast<Number>(step.factor);
  for (std::int64_t first = rows.begin; first < rows.end; first += kRowsInBlock) {
    const std::int64_t last = std::min(first + kRowsInBlock, rows.end);
    std::fill_n(block, 2 * width, Number(0));
    for (std::int64_t row = first; row < last; ++row) {
      const std::int64_t at = row * width;
      add_gradients_of_row(width, factor, back.mean.data(), step.input + at, back.passes + at, back.gradient + at,
                           block, block + width);
    }
    add_to_doubles(2 * width, block, sums);
  }
}

PAUC_CLONES void add_gradients(const NormStep<float>& step, const NormBack<float>& back, RowRange rows, float* block,
                               double* sums) {
  add_gradients_in(step, back, rows, block, sums);
}

void add_gradients(const NormStep<double>& step, const NormBack<double>& back, RowRange rows, double* block,
                   double* sums) {
  add_gradients_in(step, back, rows, block, sums);
}

// dx = slope g - pull (x - mean) - constant, where g is the gradient behind dropout and activation.
template <class Number>
PAUC_INLINE void gradient_row(const NormStep<Number>& step, const NormBack<Number>& back, std::int64_t at,
                              Number* __restrict gradient) {
  const auto factor = static_cast<Number>(step.factor);
  const Number* __restrict slope = back.slope.data();
  const Number* __restrict pull = back.pull.data();
  const Number* __restrict constant = back.constant.data();
  const Number* __restrict mean = back.mean.data();
  const Number* __restrict input = step.input + at;
  const std::uint8_t* __restrict passes = back.passes + at;
  const Number* __restrict outer = back.gradient + at;
  for (std::int64_t k = 0; k < step.width; ++k) {
    const Number scaled = factor * outer[k];
    const Number inner = passes[k] != 0 ? scaled : Number(0);
    gradient[k] = slope[k] * inner - pull[k] * (input[k] - mean[k]) - constant[k];
  }
}

// What was added has g itself. A loop of its own: with two outputs the one above is no longer vectorised.
template <class Number>
PAUC_INLINE void added_row(const NormStep<Number>& step, const NormBack<Number>& back, std::int64_t at,
                           Number* __restrict added) {
  const auto factor = static_cast<Number>(step.factor);
  const std::uint8_t* __restrict passes = back.passes + at;
  const Number* __restrict outer = back.gradient + at;
  for (std::int64_t k = 0; k < step.width; ++k) {
    const Number scaled = factor * outer[k];
    added[k] = passes[k] != 0 ? scaled : Number(0);
  }
}

template <class Number>
PAUC_INLINE void gradient_rows_in(const NormStep<Number>& step, const NormBack<Number>& back, RowRange rows,
                                  const NormGradients<Number>& to) {
  for (std::int64_t row = rows.begin; row < rows.end; ++row) {
    const std::int64_t at = row * step.width;
    gradient_row(step, back, at, to.input + at);
    if (to.added != nullptr) added_row(step, back, at, to.added + at);
  }
}

PAUC_CLONES void gradient_rows(const NormStep<float>& step, const NormBack<float>& back, RowRange rows,
                               const NormGradients<float>& to) {
  gradient_rows_in(step, back, rows, to);
}

void gradient_rows(const NormStep<double>& step, const NormBack<double>& back, RowRange rows,
                   const NormGradients<double>& to) {
  gradient_rows_in(step, back, rows, to);
}

}  // namespace

template <class Number>
ColumnStatistics column_statistics(const Number* values, std::int64_t rows, std::int64_t width) {
  // Sums and squares in one pass, from a point near the mean, so that their difference keeps its digits.
  const std::int64_t near_rows = std::min(rows, kRowsInBlock);
  std::vector<Number> centre(width);
  for (std::int64_t row = 0; row < near_rows; ++row) {
    for (std::int64_t k = 0; k < width; ++k) centre[k] += values[row * width + k] / static_cast<Number>(near_rows);
  }
  std::vector<double> sums(2 * width);
  sum_of_chunks(rows, 2 * width, sums.data(), [&](RowRange range, double* own) {
    std::vector<Number> block(2 * width);
    add_columns(values, width, range, centre.data(), block.data(), own);
  });
  ColumnStatistics found;
  for (std::int64_t k = 0; k < width; ++k) {
    const double distance = sums[k] / static_cast<double>(rows);
    const double square = sums[width + k] / static_cast<double>(rows);
    found.mean.push_back(static_cast<double>(centre[k]) + distance);
    // std::max would take NaN for 0.
    found.variance.push_back(square < distance * distance ? 0 : square - distance * distance);
  }
  return found;
}

template <class Number>
void normalise(const NormStep<Number>& step, const ColumnStatistics& statistics, const std::uint8_t* kept,
               std::uint8_t* passes, Number* output) {
  std::vector<Number> slopes;
  std::vector<Number> offsets;
  for (std::int64_t k = 0; k < step.width; ++k) {
    const double slope = static_cast<double>(step.scale[k]) / std::sqrt(statistics.variance[k] + kEpsilon);
    slopes.push_back(static_cast<Number>(slope));
    offsets.push_back(static_cast<Number>(static_cast<double>(step.shift[k]) - statistics.mean[k] * slope));
  }
  const NormLines<Number> lines{slopes.data(), offsets.data(), kept, passes, output};
  for_each_chunk(step.rows, [&](std::int64_t, RowRange rows) { normalise_rows(step, lines, rows); });
}

template <class Number>
void normalise_back(const NormStep<Number>& step, const ColumnStatistics& statistics, const std::uint8_t* passes,
                    const Number* gradient, const NormGradients<Number>& to) {
  NormBack<Number> back{passes, gradient, rounded<Number>(statistics.mean), {}, {}, {}};
  std::vector<double> sums(2 * step.width);  // of gradients, then of their products with x - mean
  sum_of_chunks(step.rows, 2 * step.width, sums.data(), [&](RowRange range, double* own) {
    std::vector<Number> block(2 * step.width);
    add_gradients(step, back, range, block.data(), own);
  });
  for (std::int64_t k = 0; k < step.width; ++k) {
    const double variance = statistics.variance[k] + kEpsilon;
    const double slope = static_cast<double>(step.scale[k]) / std::sqrt(variance);
    const double share = slope / static_cast<double>(step.rows);
    back.slope.push_back(static_cast<Number>(slope));
    back.constant.push_back(static_cast<Number>(share * sums[k]));
    back.pull.push_back(static_cast<Number>(share * sums[step.width + k] / variance));
    to.shift[k] = static_cast<Number>(sums[k]);
    to.scale[k] = static_cast<Number>(sums[step.width + k] / std::sqrt(variance));
  }
  for_each_chunk(step.rows, [&](std::int64_t, RowRange rows) { gradient_rows(step, back, rows, to); });
}

template ColumnStatistics column_statistics(const float*, std::int64_t, std::int64_t);
template ColumnStatistics column_statistics(const double*, std::int64_t, std::int64_t);
template void normalise(const NormStep<float>&, const ColumnStatistics&, const std::uint8_t*, std::uint8_t*, float*);
template void normalise(const NormStep<double>&, const ColumnStatistics&, const std::uint8_t*, std::uint8_t*, double*);
template void normalise_back(const NormStep<float>&, const ColumnStatistics&, const std::uint8_t*, const float*,
                             const NormGradients<float>&);
template void normalise_back(const NormStep<double>&, const ColumnStatistics&, const std::uint8_t*, const double*,
                             const NormGradients<double>&);

}  // namespace pauc
