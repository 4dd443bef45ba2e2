#pragma once

#include <cstdint>

#include "pauc/core/input_shape.h"

namespace pauc {

// As many as were asked for. Without a wish (0): for images all cores; else one less, which is left to the thread that
// prepares batches, and at most 4: small matrices gain nothing from more.
int compute_threads(std::int64_t asked, InputKind kind);

// Threads of LibTorch's own loops and of the matrix products beneath it. LibTorch tells OpenMP and MKL but not
// OpenBLAS, whose idle threads would spin beside the one that works.
void set_compute_threads(int threads);

}  // namespace pauc
