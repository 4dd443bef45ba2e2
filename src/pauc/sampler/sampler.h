#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "pauc/batch/task_labels.h"
#include "pauc/core/span.h"
#include "pauc/sampler/shuffled_cycle.h"
#include "pauc/sampler/task_turns.h"

namespace pauc {

/// Options of a Sampler.
struct SamplerOptions {
  std::int64_t batch_size = 64;      ///< rows per batch
  std::int64_t batch_positives = 0;  ///< positives per batch; 0: as drawn
  std::uint64_t seed = 0;            ///< seed of the order
  std::int64_t full_batches = 0;     ///< above 0: each batch has all rows in order, and an epoch has so many batches
};

/// Chooses the rows of each batch. Without batch_positives all rows share one cycle; with it each class has its own. An
/// epoch has ceil(n / batch_size) batches in both cases; without batch_positives its last batch may be smaller.
class Sampler {
 public:
  /// Refuses a batch without room for both classes, and a class without rows.
  Sampler(Span<const std::uint8_t> labels, const SamplerOptions& options);
  /// For rows with labels of several tasks: with batch_positives, each batch is made for one task in turn, from its
  /// positives and its negatives. An epoch has as many batches as with one task.
  Sampler(std::shared_ptr<const TaskLabels> tasks, const SamplerOptions& options);

  /// Number of batches in an epoch.
  std::int64_t batches_per_epoch() const;
  /// Row numbers of the next batch.
  std::vector<std::int64_t> next();

  /// Everything that the next batches depend on, as integers for a checkpoint.
  std::vector<std::int64_t> save() const;
  /// Continues from a saved state.
  void restore(Span<const std::int64_t> saved);

 private:
  void check_options() const;
  void add_cycle_of_all();

  SamplerOptions options_;
  std::int64_t examples_ = 0;
  std::int64_t batch_in_epoch_ = 0;
  std::vector<ShuffledCycle> cycles_;  // all rows; or negatives, positives
  std::optional<TaskTurns> turns_;     // of several tasks, instead of cycles
};

}  // namespace pauc
