#include "pauc/model/norm_kernels.h"

#include <cmath>

#include "pauc/core/target_clones.h"
#include "pauc/model/row_chunks.h"

namespace pauc {

namespace {

constexpr double kEpsilon = 1e-5;  // that of LibTorch

// Rows whose sums are kept in the precision of the values; these sums are then added up in double.
constexpr std::int64_t kRowsInBlock = 32;

// sums[k] += values[k] over the rows, or with a mean the squares of their distances from it.
template <class Number>
PAUC_INLINE void add_columns_in(const Number* values, std::int64_t width, RowRange rows, const Number* mean,
                                Number* __restrict block, double* __restrict sums) {
  for (std::int64_t first = rows.begin; first < rows.end; first += kRowsInBlock) {
    const std::int64_t last = std::min(first + kRowsInBlock, rows.end);
    for (std::int64_t k = 0; k < width; ++k) block[k] = 0;
    for (std::int64_t row = first; row < last; ++row) {
      const Number* own = values + row * width;
      if (mean == nullptr) {
        for (std::int64_t k = 0; k < width; ++k) block[k] += own[k];
      } else {
        for (std::int64_t k = 0; k < width; ++k) block[k] += (own[k] - mean[k]) * (own[k] - mean[k]);
      }
    }
    for (std::int64_t k = 0; k < width; ++k) sums[k] += static_cast<double>(block[k]);
  }
}

PAUC_CLONES void add_columns(const float* values, std::int64_t width, RowRange rows, const float* mean, float* block,
                             double* sums) {
  add_columns_in(values, width, rows, mean, block, sums);
}

void add_columns(const double* values, std::int64_t width, RowRange rows, const double* mean, double* block,
                 double* sums) {
  add_columns_in(values, width, rows, mean, block, sums);
}

// y = a x + b by columns.
template <class Number>
struct Lines {
  std::vector<Number> slope;
  std::vector<Number> offset;
};

template <class Number>
Lines<Number> lines_of(const NormStep<Number>& step, const ColumnStatistics& statistics) {
  Lines<Number> lines;
  for (std::int64_t k = 0; k < step.width; ++k) {
    const double slope = static_cast<double>(step.scale[k]) / std::sqrt(statistics.variance[k] + kEpsilon);
    lines.slope.push_back(static_cast<Number>(slope));
    lines.offset.push_back(static_cast<Number>(static_cast<double>(step.shift[k]) - statistics.mean[k] * slope));
  }
  return lines;
}

template <Activation kActivation, class Number>
PAUC_INLINE void normalise_rows_in(const NormStep<Number>& step, const Number* slope, const Number* offset,
                                   RowRange rows, std::uint8_t* all_passes, Number* output) {
  const auto factor = static_cast<Number>(step.factor);
  for (std::int64_t row = rows.begin; row < rows.end; ++row) {
    const Number* __restrict input = step.input + row * step.width;
    std::uint8_t* __restrict passes = all_passes + row * step.width;
    Number* __restrict own = output + row * step.width;
    for (std::int64_t k = 0; k < step.width; ++k) {
      const Number value = slope[k] * input[k] + offset[k];
      const bool closed = kActivation == Activation::relu && value <= 0;  // NaN passes
      const auto passed = static_cast<std::uint8_t>(closed ? 0 : passes[k]);
      passes[k] = passed;
      own[k] = passed != 0 ? factor * value : Number(0);
    }
  }
}

template <class Number>
PAUC_INLINE void normalise_rows_by_kind(const NormStep<Number>& step, const Number* slope, const Number* offset,
                                        RowRange rows, std::uint8_t* passes, Number* output) {
  if (step.activation == Activation::relu) {
    normalise_rows_in<Activation::relu>(step, slope, offset, rows, passes, output);
  } else {
    normalise_rows_in<Activation::none>(step, slope, offset, rows, passes, output);
  }
}

PAUC_CLONES void normalise_rows(const NormStep<float>& step, const float* slope, const float* offset, RowRange rows,
                                std::uint8_t* passes, float* output) {
  normalise_rows_by_kind(step, slope, offset, rows, passes, output);
}

void normalise_rows(const NormStep<double>& step, const double* slope, const double* offset, RowRange rows,
                    std::uint8_t* passes, double* output) {
  normalise_rows_by_kind(step, slope, offset, rows, passes, output);
}

// Sums over the rows of the gradient behind dropout and activation, and of its products with x - mean.
template <class Number>
PAUC_INLINE void add_gradients_in(const NormStep<Number>& step, const Number* mean, const std::uint8_t* all_passes,
                                  const Number* gradient, RowRange rows, Number* __restrict block,
                                  double* __restrict sums) {
  const std::int64_t width = step.width;
  const auto factor = static_cast<Number>(step.factor);
  Number* __restrict products = block + width;
  for (std::int64_t first = rows.begin; first < rows.end; first += kRowsInBlock) {
    const std::int64_t last = std::min(first + kRowsInBlock, rows.end);
    for (std::int64_t k = 0; k < 2 * width; ++k) block[k] = 0;
    for (std::int64_t row = first; row < last; ++row) {
      const Number* input = step.input + row * width;
      const Number* outer = gradient + row * width;
      const std::uint8_t* passes = all_passes + row * width;
      for (std::int64_t k = 0; k < width; ++k) {
        const Number inner = passes[k] != 0 ? factor * outer[k] : Number(0);
        block[k] += inner;
        products[k] += inner * (input[k] - mean[k]);
      }
    }
    for (std::int64_t k = 0; k < 2 * width; ++k) sums[k] += static_cast<double>(block[k]);
  }
}

PAUC_CLONES void add_gradients(const NormStep<float>& step, const float* mean, const std::uint8_t* passes,
                               const float* gradient, RowRange rows, float* block, double* sums) {
  add_gradients_in(step, mean, passes, gradient, rows, block, sums);
}

void add_gradients(const NormStep<double>& step, const double* mean, const std::uint8_t* passes, const double* gradient,
                   RowRange rows, double* block, double* sums) {
  add_gradients_in(step, mean, passes, gradient, rows, block, sums);
}

// dx = slope g - pull (x - mean) - constant, by columns.
template <class Number>
struct GradientLines {
  std::vector<Number> slope;
  std::vector<Number> pull;
  std::vector<Number> constant;
  std::vector<Number> mean;
};

template <class Number>
PAUC_INLINE void gradient_rows_in(const NormStep<Number>& step, const GradientLines<Number>& lines,
                                  const std::uint8_t* all_passes, const Number* gradient, RowRange rows,
                                  Number* input_gradient) {
  const auto factor = static_cast<Number>(step.factor);
  const Number* slope = lines.slope.data();
  const Number* pull = lines.pull.data();
  const Number* constant = lines.constant.data();
  const Number* mean = lines.mean.data();
  for (std::int64_t row = rows.begin; row < rows.end; ++row) {
    const Number* input = step.input + row * step.width;
    const Number* outer = gradient + row * step.width;
    const std::uint8_t* passes = all_passes + row * step.width;
    Number* __restrict own = input_gradient + row * step.width;
    for (std::int64_t k = 0; k < step.width; ++k) {
      const Number inner = passes[k] != 0 ? factor * outer[k] : Number(0);
      own[k] = slope[k] * inner - pull[k] * (input[k] - mean[k]) - constant[k];
    }
  }
}

PAUC_CLONES void gradient_rows(const NormStep<float>& step, const GradientLines<float>& lines,
                               const std::uint8_t* passes, const float* gradient, RowRange rows,
                               float* input_gradient) {
  gradient_rows_in(step, lines, passes, gradient, rows, input_gradient);
}

void gradient_rows(const NormStep<double>& step, const GradientLines<double>& lines, const std::uint8_t* passes,
                   const double* gradient, RowRange rows, double* input_gradient) {
  gradient_rows_in(step, lines, passes, gradient, rows, input_gradient);
}

template <class Number>
std::vector<Number> rounded(const std::vector<double>& numbers) {
  std::vector<Number> result;
  for (const double number : numbers) result.push_back(static_cast<Number>(number));
  return result;
}

}  // namespace

template <class Number>
ColumnStatistics column_statistics(const Number* values, std::int64_t rows, std::int64_t width) {
  const auto averages = [&](const Number* mean) {
    std::vector<double> sums(width);
    sum_of_chunks(rows, width, sums.data(), [&](RowRange range, double* own) {
      std::vector<Number> block(width);
      add_columns(values, width, range, mean, block.data(), own);
    });
    for (double& sum : sums) sum /= static_cast<double>(rows);
    return sums;
  };
  std::vector<double> mean = averages(nullptr);
  std::vector<double> variance = averages(rounded<Number>(mean).data());
  return {std::move(mean), std::move(variance)};
}

template <class Number>
void normalise(const NormStep<Number>& step, const ColumnStatistics& statistics, std::uint8_t* passes, Number* output) {
  const Lines<Number> lines = lines_of(step, statistics);
  for_each_chunk(step.rows, [&](std::int64_t, RowRange rows) {
    normalise_rows(step, lines.slope.data(), lines.offset.data(), rows, passes, output);
  });
}

template <class Number>
void normalise_back(const NormStep<Number>& step, const ColumnStatistics& statistics, StatisticsOf origin,
                    const std::uint8_t* passes, const Number* gradient, const NormGradients<Number>& to) {
  GradientLines<Number> lines;
  lines.mean = rounded<Number>(statistics.mean);
  std::vector<double> sums(2 * step.width);  // of gradients, then of their products with x - mean
  sum_of_chunks(step.rows, 2 * step.width, sums.data(), [&](RowRange range, double* own) {
    std::vector<Number> block(2 * step.width);
    add_gradients(step, lines.mean.data(), passes, gradient, range, block.data(), own);
  });
  const bool depends = origin == StatisticsOf::batch;
  for (std::int64_t k = 0; k < step.width; ++k) {
    const double variance = statistics.variance[k] + kEpsilon;
    const double slope = static_cast<double>(step.scale[k]) / std::sqrt(variance);
    const double share = depends ? slope / static_cast<double>(step.rows) : 0;
    lines.slope.push_back(static_cast<Number>(slope));
    lines.constant.push_back(static_cast<Number>(share * sums[k]));
    lines.pull.push_back(static_cast<Number>(share * sums[step.width + k] / variance));
    to.shift[k] = static_cast<Number>(sums[k]);
    to.scale[k] = static_cast<Number>(sums[step.width + k] / std::sqrt(variance));
  }
  for_each_chunk(step.rows,
                 [&](std::int64_t, RowRange rows) { gradient_rows(step, lines, passes, gradient, rows, to.input); });
}

template ColumnStatistics column_statistics(const float*, std::int64_t, std::int64_t);
template ColumnStatistics column_statistics(const double*, std::int64_t, std::int64_t);
template void normalise(const NormStep<float>&, const ColumnStatistics&, std::uint8_t*, float*);
template void normalise(const NormStep<double>&, const ColumnStatistics&, std::uint8_t*, double*);
template void normalise_back(const NormStep<float>&, const ColumnStatistics&, StatisticsOf, const std::uint8_t*,
                             const float*, const NormGradients<float>&);
template void normalise_back(const NormStep<double>&, const ColumnStatistics&, StatisticsOf, const std::uint8_t*,
                             const double*, const NormGradients<double>&);

}  // namespace pauc
