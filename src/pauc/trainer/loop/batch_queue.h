#pragma once

#include <cstdint>
#include <vector>

#include "pauc/batch/batch.h"
#include "pauc/core/prepared_ahead.h"
#include "pauc/trainer/loop/shared_batch.h"

namespace pauc {

// A batch ready for the model, and the numbers of its examples. If ranks share the batch, the tensors are those of the
// rows that are here.
struct PreparedBatch {
  std::vector<std::int64_t> examples;
  Batch batch;
  OwnRows own = {};
};

using BatchQueue = PreparedAhead<PreparedBatch>;

}  // namespace pauc
