#pragma once

#include <ATen/core/Tensor.h>

#include <string>

#include "pauc/core/random.h"
#include "pauc/model/model.h"

namespace pauc {

// Layers that models are put together from. Each adds its weights to the model under a name and is then a function.

struct LinearLayer {
  at::Tensor weight;  // [out, in]
  at::Tensor bias;    // [out]

  at::Tensor operator()(const at::Tensor& input) const;
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

// Each value is 0 with probability `rate`, else divided by 1 - rate. Nobody's global generator is touched.
at::Tensor dropout(const at::Tensor& input, double rate, Random& noise);

}  // namespace pauc
