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
  /// Number of these integers.
  std::int64_t saved_numbers() const;
  /// Continues from a saved state.
  void restore(Span<const std::int64_t> saved);

 private:
  void shuffle();

  std::vector<std::int64_t> rows_;
  std::int64_t next_ = 0;
  Random random_;
};

}  // namespace pauc
