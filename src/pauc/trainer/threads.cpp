#include "pauc/trainer/threads.h"

#include <ATen/Parallel.h>
#include <dlfcn.h>

namespace pauc {

void set_compute_threads(int threads) {
  at::set_num_threads(threads);
  using SetThreads = void (*)(int);
  const auto set_openblas_threads = reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
  if (set_openblas_threads != nullptr) set_openblas_threads(threads);
}

}  // namespace pauc
