#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "pauc/batch/task_labels.h"
#include "pauc/core/span.h"
#include "pauc/sampler/row_order.h"
#include "pauc/sampler/shuffled_cycle.h"

namespace pauc {

/// Batches for several tasks: each is made for one task in turn, from its positives and its negatives. Every row of a
/// class comes once before any row of it repeats in the turns of a task. Memory for the lists of positives only: the
/// negatives of a task are found by walking through all rows in an order of its own.
class TaskTurns {
 public:
  /// Refuses a task without a positive or without a negative.
  TaskTurns(std::shared_ptr<const TaskLabels> labels, std::int64_t batch_size, std::int64_t batch_positives,
            std::uint64_t seed);

  /// Row numbers of the next batch.
  std::vector<std::int64_t> next();

  /// Everything that the next batches depend on, as integers for a checkpoint.
  std::vector<std::int64_t> save() const;
  /// Number of these integers.
  std::int64_t saved_numbers() const;
  /// Continues from a saved state.
  void restore(Span<const std::int64_t> saved);

 private:
  // A task's place in its walk through all rows.
  struct Walk {
    std::int64_t cycle = 0;
    std::int64_t place = 0;
  };
  std::int64_t rows() const { return static_cast<std::int64_t>(labels_->front().size()); }
  RowOrder order_of(std::size_t task) const;
  void take_negatives(std::size_t task, std::int64_t count, std::vector<std::int64_t>& batch);

  std::shared_ptr<const TaskLabels> labels_;
  std::int64_t batch_size_;
  std::int64_t batch_positives_;
  std::uint64_t seed_;
  std::size_t turn_ = 0;
  std::vector<ShuffledCycle> positives_;  // by task
  std::vector<Walk> walks_;               // by task
};

}  // namespace pauc
