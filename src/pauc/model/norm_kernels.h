#pragma once

#include <cstdint>
#include <vector>

namespace pauc {

// Batch norm by the batch's own statistics with what follows it in one pass over the rows, for float and double:
//
//   y = dropout(activation(scale (x - mean) / sqrt(variance + 1e-5) + shift + added))
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
  const Number* input = nullptr;             // [rows, width]
  const Number* scale = nullptr;             // [width]
  const Number* shift = nullptr;             // [width], forward only
  const Number* added = nullptr;             // [rows, width], likewise; null: nothing
  Activation activation = Activation::none;  // likewise
  double factor = 1;                         // of values that dropout keeps
};

// By these statistics, the batch's own or others. `kept` [rows, width] says which values dropout keeps, null: all;
// `passes` which of them have passed the activation.
template <class Number>
void normalise(const NormStep<Number>& step, const ColumnStatistics& statistics, const std::uint8_t* kept,
               std::uint8_t* passes, Number* output);

template <class Number>
struct NormGradients {
  Number* input = nullptr;  // [rows, width]
  Number* scale = nullptr;  // [width]
  Number* shift = nullptr;  // [width]
  Number* added = nullptr;  // [rows, width]; null: nothing was
};

// Gradients through the statistics too. What the activation has let through stands in `passes`.
template <class Number>
void normalise_back(const NormStep<Number>& step, const ColumnStatistics& statistics, const std::uint8_t* passes,
                    const Number* gradient, const NormGradients<Number>& to);

}  // namespace pauc
