#pragma once

#include <cstdint>
#include <vector>

#include "pauc/batch/batch.h"
#include "pauc/core/prepared_ahead.h"

namespace pauc {

// A batch ready for the model, and the numbers of its examples.
struct PreparedBatch {
  std::vector<std::int64_t> examples;
  Batch batch;
};

using BatchQueue = PreparedAhead<PreparedBatch>;

}  // namespace pauc
