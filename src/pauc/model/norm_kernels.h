#pragma once

#include <cstdint>
#include <vector>

namespace pauc {

// Batch norm with what follows it in one pass over the rows, for float and double:
//
//   y = dropout(activation(scale (x - mean) / sqrt(variance + 1e-5) + shift))
//
// Threads share the rows of large batches; results do not depend on how many there are.

struct ColumnStatistics {
  std::vector<double> mean;
  std::vector<double> variance;  // divided by the number of rows
};

template <class Number>
ColumnStatistics column_statistics(const Number* values, std::int64_t rows, std::int64_t width);

enum class Activation { none, relu };

template <class Number>
struct NormStep {
  std::int64_t rows = 0;
  std::int64_t width = 0;
  const Number* input = nullptr;  // [rows, width]
  const Number* scale = nullptr;  // [width]
  const Number* shift = nullptr;  // [width]
  Activation activation = Activation::none;
  double factor = 1;  // of values that dropout keeps
};

// `passes` [rows, width] says which values dropout keeps, and then which of these have passed the activation.
template <class Number>
void normalise(const NormStep<Number>& step, const ColumnStatistics& statistics, std::uint8_t* passes, Number* output);

template <class Number>
struct NormGradients {
  Number* input = nullptr;  // [rows, width]
  Number* scale = nullptr;  // [width]
  Number* shift = nullptr;  // [width]
};

// Whether mean and variance are those of the rows themselves, and so depend on them, or fixed numbers.
enum class StatisticsOf { batch, past };

template <class Number>
void normalise_back(const NormStep<Number>& step, const ColumnStatistics& statistics, StatisticsOf origin,
                    const std::uint8_t* passes, const Number* gradient, const NormGradients<Number>& to);

}  // namespace pauc
