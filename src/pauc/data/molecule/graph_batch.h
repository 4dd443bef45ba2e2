#pragma once

#include "pauc/batch/batch.h"
#include "pauc/core/span.h"
#include "pauc/data/molecule/molecules.h"

namespace pauc {

// Combines some molecules into one graph, in the order of `rows`.
GraphBatch graph_batch(const Molecules& molecules, Span<const std::int64_t> rows);

}  // namespace pauc
