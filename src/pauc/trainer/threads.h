#pragma once

namespace pauc {

// Threads of LibTorch's own loops and of the matrix products beneath it. LibTorch tells OpenMP and MKL but not OpenBLAS,
// whose idle threads would spin beside the one that works.
void set_compute_threads(int threads);

}  // namespace pauc
