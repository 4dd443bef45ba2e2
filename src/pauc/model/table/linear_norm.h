#pragma once

#include <ATen/core/Tensor.h>

#include "pauc/model/layers.h"
#include "pauc/model/norm_kernels.h"
#include "pauc/model/route.h"

namespace pauc {

// The operations after a batch norm.
struct NormTail {
  Activation activation = Activation::none;
  double dropout = 0;
};

// A linear layer, its batch norm and the operations after it.
struct LinearNormLayer {
  LinearLayer linear;
  BatchNormLayer norm;
  NormTail tail;

  // [rows, out]; with `noise` it is a training step, as in Model::forward. Dropout draws the same on both routes.
  // A batch norm over several ranks takes the route of tensors.
  at::Tensor operator()(const at::Tensor& input, Random* noise, double statistics_rate, ModelRoute route,
                        const BatchShare& share = {}) const;
};

}  // namespace pauc
