#pragma once

#include <ATen/core/Tensor.h>

#include <string>

#include "pauc/batch/batch.h"
#include "pauc/core/random.h"
#include "pauc/core/span.h"
#include "pauc/model/model.h"
#include "pauc/model/route.h"

namespace pauc {

// Building blocks of models. add_... registers a layer's weights in the model; the layer is then a function.

struct LinearLayer {
  at::Tensor weight;  // [out, in]
  at::Tensor bias;    // [out]; undefined: none
  ModelRoute route = ModelRoute::kernels;

  // [rows, out]. Without noise (prediction), the bits of a row do not depend on the other rows, unless the route is
  // that of tensors.
  at::Tensor operator()(const at::Tensor& input, const Random* noise) const;
  void draw(Random& random) const;  // uniform within 1 / sqrt(in), as in LibTorch
};
LinearLayer add_linear(Model& model, const std::string& name, std::int64_t in, std::int64_t out, Random& random,
                       ModelRoute route = ModelRoute::kernels);
LinearLayer add_linear_without_bias(Model& model, const std::string& name, std::int64_t in, std::int64_t out,
                                    Random& random, ModelRoute route = ModelRoute::kernels);

struct BatchNormLayer {
  at::Tensor scale, shift;                                                // [features]
  at::Tensor mean, variance;                                              // running
  std::shared_ptr<SumTensor> batch_sums = std::make_shared<SumTensor>();  // of the model

  // A batch of one row has no variance, so it uses the running statistics.
  at::Tensor operator()(const at::Tensor& input, bool training, double statistics_rate) const;
  // Whether the statistics are those of a batch that several ranks share.
  bool is_shared(bool training) const { return training && *batch_sums != nullptr; }
};
BatchNormLayer add_batch_norm(Model& model, const std::string& name, std::int64_t features);

// Joins the output of a network with the table's columns; refuses another number of columns.
at::Tensor with_columns(const at::Tensor& found, const at::Tensor& features, std::int64_t columns);

// kept[k] = 0 with probability `rate`, else 1. One draw gives four values; a rate of 0 draws nothing.
void draw_kept(double rate, Random& noise, Span<std::uint8_t> kept);

// The same for a matrix [rows, width] uint8; of a shared batch, the part of the whole matrix that belongs to these
// rows.
at::Tensor drawn_kept(double rate, Random& noise, std::int64_t rows, std::int64_t width, const BatchShare& share);

// Sets each value to 0 with probability `rate` and divides the others by 1 - rate. Uses no global generator.
at::Tensor dropout(const at::Tensor& input, double rate, Random& noise, const BatchShare& share = {});

}  // namespace pauc
