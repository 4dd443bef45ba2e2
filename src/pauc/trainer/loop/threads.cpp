#include "pauc/trainer/loop/threads.h"

#include <ATen/Parallel.h>
#include <dlfcn.h>

#include <algorithm>

#include "pauc/core/parallel.h"

namespace pauc {

int compute_threads(std::int64_t asked, InputKind kind) {
  if (asked > 0) return static_cast<int>(asked);
  return kind == InputKind::image ? hardware_threads() : std::clamp(hardware_threads() - 1, 1, 4);
}

void set_compute_threads(int threads) {
  at::set_num_threads(threads);
  using SetThreads = void (*)(int);
  const auto set_openblas_threads = reinterpret_cast<SetThreads>(dlsym(RTLD_DEFAULT, "openblas_set_num_threads"));
  if (set_openblas_threads != nullptr) set_openblas_threads(threads);
}

OneThreadEach::OneThreadEach() : before_(at::get_num_threads()) { set_compute_threads(1); }

OneThreadEach::~OneThreadEach() { set_compute_threads(before_); }

}  // namespace pauc
