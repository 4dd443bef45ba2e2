#pragma once

#include <ATen/Functions.h>

#include <vector>

#include "pauc/batch/cpu_data.h"
#include "pauc/model/layers.h"
#include "pauc/model/table/linear_norm.h"

namespace pauc {

// Shared by the autograd functions that contain a batch norm.

// The random draws of a training step, and the running statistics that it updates.
struct NormRun {
  NormTail tail;
  at::Tensor kept;  // [rows, out] uint8; undefined: all
  BatchNormLayer norm;
  double statistics_rate = 0;
};

// running <- (1 - rate) running + rate newest, as in at::batch_norm.
template <class Number>
void move_towards(const std::vector<double>& newest, double rate, const at::Tensor& running) {
  auto* values = cpu_data<Number>(running);
  for (std::size_t k = 0; k < newest.size(); ++k) {
    values[k] = static_cast<Number>(rate * newest[k] + (1 - rate) * static_cast<double>(values[k]));
  }
}

// Updates the running statistics. `bias` [width] is part of the mean but not of the rows; null: no bias.
template <class Number>
void keep_statistics(const ColumnStatistics& own, std::int64_t rows, const Number* bias, const NormRun& run) {
  const double unbiased = static_cast<double>(rows) / static_cast<double>(rows - 1);
  ColumnStatistics newest = own;
  for (std::size_t k = 0; k < newest.mean.size(); ++k) {
    if (bias != nullptr) newest.mean[k] += static_cast<double>(bias[k]);
    newest.variance[k] *= unbiased;
  }
  move_towards<Number>(newest.mean, run.statistics_rate, run.norm.mean);
  move_towards<Number>(newest.variance, run.statistics_rate, run.norm.variance);
}

template <class Number>
NormStep<Number> step_of(const at::Tensor& product, const at::Tensor& scale, const NormTail& tail) {
  NormStep<Number> step;
  step.rows = product.size(0);
  step.width = product.size(1);
  step.input = cpu_data<Number>(product);
  step.scale = cpu_data<Number>(scale);
  step.activation = tail.activation;
  step.factor = 1 / (1 - tail.dropout);
  return step;
}

inline at::Tensor tensor_of(const std::vector<double>& numbers) { return at::tensor(numbers, at::kDouble); }

inline ColumnStatistics statistics_of(const at::Tensor& mean, const at::Tensor& variance) {
  const auto numbers = [](const at::Tensor& tensor) {
    const at::Tensor exact = tensor.to(at::kDouble);
    return std::vector<double>(cpu_data<double>(exact), cpu_data<double>(exact) + exact.numel());
  };
  return {numbers(mean), numbers(variance)};
}

}  // namespace pauc
