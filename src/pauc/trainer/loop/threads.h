#pragma once

#include <cstdint>

#include "pauc/core/input_shape.h"

namespace pauc {

// The number of threads for LibTorch. 0 asks for the default: all cores for images, otherwise all but one, which
// prepares batches, and at most 4, since small matrices gain nothing from more. `cores` are those that this process may
// use; 0: all.
int compute_threads(std::int64_t asked, InputKind kind, int cores = 0);

// Sets the threads of LibTorch and of its matrix products. LibTorch itself tells OpenMP and MKL but not OpenBLAS, whose
// idle threads would spin.
void set_compute_threads(int threads);

// Restores the threads at its end: a program that only calls this library keeps its own setting.
class ThreadsAsBefore {
 public:
  ThreadsAsBefore();
  ~ThreadsAsBefore();
  ThreadsAsBefore(const ThreadsAsBefore&) = delete;
  ThreadsAsBefore& operator=(const ThreadsAsBefore&) = delete;

 private:
  int libtorch_;
  int openblas_;  // 0: there is none
};

// While it lives, LibTorch uses one thread, because the caller runs several pieces of work at a time.
class OneThreadEach {
 public:
  OneThreadEach();
  ~OneThreadEach();
  OneThreadEach(const OneThreadEach&) = delete;
  OneThreadEach& operator=(const OneThreadEach&) = delete;

 private:
  int before_;
};

}  // namespace pauc
