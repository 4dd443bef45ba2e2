#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pauc/batch/named_tensors.h"
#include "pauc/ranks/options.h"

namespace pauc {

/// The processes that share a training; rank 0 is the one that writes. All of them call the same functions in the same
/// order. One process is the plain case: then nothing is sent, and no function has an effect.
class Ranks {
 public:
  /// One process.
  Ranks();
  /// Meets the other processes. Fails if they do not come within the timeout.
  explicit Ranks(const RanksOptions& options);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// Number of this process.
  int rank() const { return options_.rank; }
  /// Number of processes.
  int size() const { return options_.size; }
  /// Number of processes on this machine.
  int local_size() const { return options_.local_size; }
  /// Whether this is rank 0.
  bool is_first() const { return options_.rank == 0; }
  /// Whether there is no other process.
  bool is_alone() const { return options_.size == 1; }

  /// Replaces a tensor by its sum over the ranks; all of them get the same bits.
  void sum(const at::Tensor& tensor) const;
  /// Replaces tensors by those of rank 0, with their names, types and shapes.
  void broadcast(NamedTensors& tensors) const;
  /// The text that rank 0 makes. The others wait for it as long as rank 0 is alive.
  std::string from_first(const std::function<std::string()>& make) const;
  /// Fails unless all ranks have the same lines; names the first difference and the rank that has it. `what` says what
  /// the lines are.
  void require_same(const std::string& what, const std::vector<std::string>& lines) const;

  /// Waits until all ranks have come here, as long as they live, however long they take.
  void wait_for_all() const;

  /// Runs the work of this rank. If any rank fails, all of them fail, with a sentence that names the rank and its host
  /// and with the same exit code. The rank itself throws its own error, or FailedRank if rank 0 has not heard of it.
  void guarded(const std::function<void()>& work) const;

  /// The connection to the others.
  class Life;
  /// For GradientSums; null in a single process.
  Life* life() const { return life_.get(); }

 private:
  RanksOptions options_;
  std::unique_ptr<Life> life_;
};

/// Sums gradients over the ranks while backward() computes them.
class GradientSums {
 public:
  /// Of these parameters; each of them has to take part in every backward().
  GradientSums(const Ranks& ranks, const std::vector<at::Tensor>& parameters);
  ~GradientSums();
  GradientSums(const GradientSums&) = delete;
  GradientSums& operator=(const GradientSums&) = delete;

  /// Calls output.backward(gradient); the gradients of the parameters are then those of all ranks together.
  void backward(const at::Tensor& output, const at::Tensor& gradient);

 private:
  struct Reducer;
  std::unique_ptr<Reducer> reducer_;
};

}  // namespace pauc
