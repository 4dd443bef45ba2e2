// Debian 12's libtorch-dev leaves this header out, although c10d's reducer.hpp includes it. These are the two names
// that reducer.hpp needs; CMake uses this file only where LibTorch's own is missing.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>

namespace torch::distributed::autograd {

class DistAutogradContext {
 public:
  using GradCallback = std::function<bool(at::Tensor&)>;
};

using ContextPtr = std::shared_ptr<DistAutogradContext>;

}  // namespace torch::distributed::autograd
