#pragma once

#include <cstdint>

namespace pauc {

// As many as were asked for; without a wish (0) one less than there are cores, which is left to the thread that
// prepares batches, and at most 4: small matrices gain nothing from more.
int compute_threads(std::int64_t asked);

// Threads of LibTorch's own loops and of the matrix products beneath it. LibTorch tells OpenMP and MKL but not
// OpenBLAS, whose idle threads would spin beside the one that works.
void set_compute_threads(int threads);

}  // namespace pauc
