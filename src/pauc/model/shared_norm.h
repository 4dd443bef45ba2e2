#pragma once

#include <ATen/core/Tensor.h>

#include "pauc/model/layers.h"

namespace pauc {

// Batch norm with the statistics of a batch that several ranks share, as a training step of plain tensor operations:
// count, sums and squares are summed over the ranks in forward, and the two sums of its derivative in backward. `input`
// is [rows, features] or [B, channels, height, width]; a rank may have no rows. If all ranks together have one row, it
// has no variance, and the running statistics are used.
at::Tensor shared_norm(const at::Tensor& input, const BatchNormLayer& norm, double statistics_rate);

}  // namespace pauc
