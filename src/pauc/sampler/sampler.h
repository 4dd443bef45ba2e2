#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/random.h"
#include "pauc/core/span.h"

namespace pauc {

// Rows in a random order, each once before any comes again: a cycle that is shuffled anew at every wrap. A batch that
// spans two cycles takes no row twice, unless it is larger than the cycle.
class ShuffledCycle {
 public:
  ShuffledCycle(std::vector<std::int64_t> rows, std::uint64_t seed, std::uint64_t stream);

  // Appends the next `count` rows.
  void take(std::int64_t count, std::vector<std::int64_t>& batch);
  std::int64_t size() const { return static_cast<std::int64_t>(rows_.size()); }

  // All that the future depends on, as whole numbers: for checkpoints.
  std::vector<std::int64_t> save() const;
  void restore(Span<const std::int64_t> saved);

 private:
  void shuffle();

  std::vector<std::int64_t> rows_;
  std::int64_t next_ = 0;
  Random random_;
};

struct SamplerOptions {
  std::int64_t batch_size = 64;
  std::int64_t batch_positives = 0;  // a batch's share of positives, in rows; 0: as they come
  std::uint64_t seed = 0;
};

// The ids of the next batch. Without batch_positives all rows go through one cycle; with it each class has its own. An
// epoch is ceil(n / batch_size) batches either way, and the last batch of a plain epoch is smaller.
class Sampler {
 public:
  // Refuses a batch that has no room for both classes, and a class without rows.
  Sampler(Span<const std::uint8_t> labels, const SamplerOptions& options);

  std::int64_t batches_per_epoch() const;
  std::vector<std::int64_t> next();

  std::vector<std::int64_t> save() const;
  void restore(Span<const std::int64_t> saved);

 private:
  SamplerOptions options_;
  std::int64_t examples_ = 0;
  std::int64_t batch_in_epoch_ = 0;
  std::vector<ShuffledCycle> cycles_;  // all rows; or negatives, positives
};

}  // namespace pauc
