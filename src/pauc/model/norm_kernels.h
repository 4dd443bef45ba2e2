#pragma once

#include <cstdint>
#include <vector>

namespace pauc {

// Batch norm with the statistics of the batch, fused with the operations after it, for float and double:
//
//   y = dropout(activation(scale (x - mean) / sqrt(variance + 1e-5) + shift + added))
//
// Threads share the rows of large batches; results do not depend on the number of threads.

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
  const Number* added = nullptr;             // [rows, width], forward only; null: nothing
  Activation activation = Activation::none;  // forward only
  double factor = 1;                         // scales the values that dropout keeps
};

// Normalises by the given statistics. `kept` [rows, width] marks the values that dropout keeps (null: all); `passes`
// receives those of them that pass the activation.
template <class Number>
void normalise(const NormStep<Number>& step, const ColumnStatistics& statistics, const std::uint8_t* kept,
               std::uint8_t* passes, Number* output);

template <class Number>
struct NormGradients {
  Number* input = nullptr;  // [rows, width]
  Number* scale = nullptr;  // [width]
  Number* shift = nullptr;  // [width]
  Number* added = nullptr;  // [rows, width]; null: nothing was added
};

// Gradients, including those through the statistics. `passes` is the output of normalise.
template <class Number>
void normalise_back(const NormStep<Number>& step, const ColumnStatistics& statistics, const std::uint8_t* passes,
                    const Number* gradient, const NormGradients<Number>& to);

}  // namespace pauc
