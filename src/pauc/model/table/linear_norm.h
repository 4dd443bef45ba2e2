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

// A linear layer, its batch norm, and what stands behind that.
struct LinearNormLayer {
  LinearLayer linear;
  BatchNormLayer norm;
  NormTail tail;

  // [rows, out]; `noise` makes it a training step as in Model::forward. On both routes dropout draws the same.
  at::Tensor operator()(const at::Tensor& input, Random* noise, double statistics_rate, ModelRoute route) const;
};

}  // namespace pauc
