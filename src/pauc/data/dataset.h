#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pauc/batch/batch.h"
#include "pauc/batch/task_labels.h"
#include "pauc/core/random.h"
#include "pauc/core/span.h"

namespace pauc {

/// Labelled examples 0 .. n-1 of any kind.
///
/// `gather` decides where the examples are stored and how they become tensors: flat memory, files read on demand, or
/// numbers generated on the spot.
struct Dataset {
  /// Label of each example: 1 positive, 0 negative.
  std::vector<std::uint8_t> labels;
  /// Weight of each example; empty if all weights are 1.
  std::vector<double> weights;
  /// Labels of several tasks, by task and example; null: there is one.
  std::shared_ptr<const TaskLabels> tasks = nullptr;
  /// Returns the batch of the given examples.
  ///
  /// `noise` is the source of random augmentation; it is null when examples are only evaluated. During training, this
  /// function is called from a background thread.
  std::function<Batch(Span<const std::int64_t> examples, Random* noise)> gather;

  /// Rank that holds each example, if several processes share them; empty: all are here.
  std::vector<std::int32_t> owners = {};
  /// Rows that dropout draws for in each example, such as the atoms of a molecule; empty: one each.
  std::vector<std::int32_t> noise_rows = {};

  /// Number of examples.
  std::int64_t size() const { return static_cast<std::int64_t>(labels.size()); }
};

}  // namespace pauc
