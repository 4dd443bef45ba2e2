#include "pauc/trainer/loop/threads.h"

#include <ATen/Parallel.h>
#include <dlfcn.h>

#include <algorithm>

#include "pauc/core/parallel.h"

namespace pauc {

int compute_threads(std::int64_t asked, InputKind kind, int cores) {
  if (asked > 0) return static_cast<int>(asked);
  if (cores == 0) cores = hardware_threads();
  return kind == InputKind::image ? cores : std::clamp(cores - 1, 1, 4);
}

namespace {

// A function of the libraries that this one depends on. A module of Python's keeps them to itself: they are found from
// its own handle only.
void* function_named(const char* name) {
  if (void* const found = dlsym(RTLD_DEFAULT, name)) return found;
  Dl_info self;
  if (dladdr(reinterpret_cast<void*>(&function_named), &self) == 0) return nullptr;
  void* const handle = dlopen(self.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  if (handle == nullptr) return nullptr;
  void* const found = dlsym(handle, name);
  dlclose(handle);
  return found;
}

// The BLAS may be another than OpenBLAS; then there is no such function.
template <class Function>
Function* openblas_function(const char* name) {
  return reinterpret_cast<Function*>(function_named(name));
}

void set_openblas_threads(int threads) {
  const auto set = openblas_function<void(int)>("openblas_set_num_threads");
  if (set != nullptr) set(threads);
}

int openblas_threads() {
  const auto get = openblas_function<int()>("openblas_get_num_threads");
  return get != nullptr ? get() : 0;
}

}  // namespace

void set_compute_threads(int threads) {
  at::set_num_threads(threads);
  set_openblas_threads(threads);
}

ThreadsAsBefore::ThreadsAsBefore() : libtorch_(at::get_num_threads()), openblas_(openblas_threads()) {}

ThreadsAsBefore::~ThreadsAsBefore() {
  at::set_num_threads(libtorch_);
  if (openblas_ > 0) set_openblas_threads(openblas_);
}

OneThreadEach::OneThreadEach() : before_(at::get_num_threads()) { set_compute_threads(1); }

OneThreadEach::~OneThreadEach() { set_compute_threads(before_); }

}  // namespace pauc
