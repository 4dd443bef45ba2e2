#pragma once

namespace pauc {

/// How the layers of pauc's own models are computed. Both routes give the same numbers, up to rounding.
enum class ModelRoute {
  kernels,  ///< pauc's kernels, for tensors in CPU memory
  tensors,  ///< plain tensor operations, on any device
};

}  // namespace pauc
