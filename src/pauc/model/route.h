#pragma once

namespace pauc {

// How a model's own layers are computed: by its kernels where the tensors lie in ordinary memory, or by plain tensor
// operations, on whatever device they are. Both give the same numbers, up to rounding.
enum class ModelRoute { kernels, tensors };

}  // namespace pauc
