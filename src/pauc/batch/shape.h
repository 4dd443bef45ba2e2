#pragma once

#include <ATen/core/Tensor.h>

#include <string>

#include "pauc/core/error.h"

namespace pauc {

// "[64, 3]", for messages.
inline std::string shape_of(const at::Tensor& tensor) {
  std::string text = "[";
  for (std::int64_t d = 0; d < tensor.dim(); ++d) text += joined(d == 0 ? "" : ", ", std::int64_t{tensor.size(d)});
  return text + "]";
}

}  // namespace pauc
