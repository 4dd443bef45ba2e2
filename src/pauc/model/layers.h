#pragma once

#include <ATen/core/Tensor.h>

#include <string>

#include "pauc/core/random.h"
#include "pauc/core/span.h"
#include "pauc/model/model.h"

namespace pauc {

// Layers that models are put together from. Each adds its weights to the model under a name and is then a function.

struct LinearLayer {
  at::Tensor weight;  // [out, in]
  at::Tensor bias;    // [out]

  // [rows, out]. Without noise, as a model is used, a row has the same result to the bit whatever stands beside it.
  at::Tensor operator()(const at::Tensor& input, const Random* noise) const;
  void draw(Random& random) const;  // uniform within 1 / sqrt(in), as LibTorch's own
};
LinearLayer add_linear(Model& model, const std::string& name, std::int64_t in, std::int64_t out, Random& random);

struct BatchNormLayer {
  at::Tensor scale, shift;    // [features]
  at::Tensor mean, variance;  // running

  // A batch of one row has no variance: it is judged by the running statistics.
  at::Tensor operator()(const at::Tensor& input, bool training, double statistics_rate) const;
};
BatchNormLayer add_batch_norm(Model& model, const std::string& name, std::int64_t features);

// What a network has found, and the table's columns beside it; refuses another number of them.
at::Tensor with_columns(const at::Tensor& found, const at::Tensor& features, std::int64_t columns);

// kept[k] = 0 with probability `rate`, else 1: four values from one draw, none for a rate of 0.
void draw_kept(double rate, Random& noise, Span<std::uint8_t> kept);

// Each value is 0 with probability `rate`, else divided by 1 - rate. Nobody's global generator is touched.
at::Tensor dropout(const at::Tensor& input, double rate, Random& noise);

}  // namespace pauc
