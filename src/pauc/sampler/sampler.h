#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/random.h"
#include "pauc/core/span.h"

namespace pauc {

/// Rows in random order. Every row comes once before any row repeats; each cycle is shuffled again. A batch that spans
/// two cycles takes no row twice, unless it is larger than the cycle.
class ShuffledCycle {
 public:
  /// A cycle through these rows.
  ShuffledCycle(std::vector<std::int64_t> rows, std::uint64_t seed, std::uint64_t stream);

  /// Appends the next `count` rows.
  void take(std::int64_t count, std::vector<std::int64_t>& batch);
  /// Number of rows.
  std::int64_t size() const { return static_cast<std::int64_t>(rows_.size()); }

  /// Everything that the next rows depend on, as integers for a checkpoint.
  std::vector<std::int64_t> save() const;
  /// Continues from a saved state.
  void restore(Span<const std::int64_t> saved);

 private:
  void shuffle();

  std::vector<std::int64_t> rows_;
  std::int64_t next_ = 0;
  Random random_;
};

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

  /// Number of batches in an epoch.
  std::int64_t batches_per_epoch() const;
  /// Row numbers of the next batch.
  std::vector<std::int64_t> next();

  /// Everything that the next batches depend on, as integers for a checkpoint.
  std::vector<std::int64_t> save() const;
  /// Continues from a saved state.
  void restore(Span<const std::int64_t> saved);

 private:
  SamplerOptions options_;
  std::int64_t examples_ = 0;
  std::int64_t batch_in_epoch_ = 0;
  std::vector<ShuffledCycle> cycles_;  // all rows; or negatives, positives
};

}  // namespace pauc
