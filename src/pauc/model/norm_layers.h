#pragma once

#include <ATen/core/Tensor.h>

#include "pauc/model/layers.h"
#include "pauc/model/norm_kernels.h"
#include "pauc/model/route.h"

namespace pauc {

// What stands behind a batch norm.
struct NormTail {
  Activation activation = Activation::none;
  double dropout = 0;
};

// Batch norm, activation and dropout of [rows, features]; `noise` makes it a training step as in Model::forward. On
// both routes dropout draws the same.
at::Tensor normalised(const BatchNormLayer& norm, const at::Tensor& input, const NormTail& tail, Random* noise,
                      double statistics_rate, ModelRoute route);

}  // namespace pauc
