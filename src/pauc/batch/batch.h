#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <string>
#include <vector>

namespace pauc {

// What a model receives: some examples as tensors. A kind of data that needs more than one tensor (a graph's bonds)
// adds fields; models read those of their own kind.
struct Batch {
  at::Tensor features;  // table: [B, features] float
};

// What one example looks like, for models that are made to measure.
struct InputShape {
  std::string kind = "table";
  std::vector<std::int64_t> sizes;  // table: {features}
};

}  // namespace pauc
