#pragma once

#include <cstdint>
#include <functional>

#include "pauc/core/span.h"

namespace pauc {

/// How several processes share the rows of a file. Without functions, one process has all of them.
struct SharedRows {
  /// Whether a row belongs to this process.
  std::function<bool(std::int64_t row)> is_here = {};
  /// Sums counts over the processes, in place.
  std::function<void(Span<std::int64_t> counts)> sum = {};
};

}  // namespace pauc
