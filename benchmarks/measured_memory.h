#pragma once

#include <benchmark/benchmark.h>

namespace pauc {

// Adds the counter memory_mb: how much more memory than at its start the process had in use at once while this lived.
class MeasuredMemory {
 public:
  explicit MeasuredMemory(benchmark::State& state);
  ~MeasuredMemory();
  MeasuredMemory(const MeasuredMemory&) = delete;
  MeasuredMemory& operator=(const MeasuredMemory&) = delete;

 private:
  benchmark::State& state_;
  double before_mb_ = 0;
};

}  // namespace pauc
