#pragma once

#include <cstdint>
#include <vector>

#include "pauc/batch/batch.h"
#include "pauc/data/dataset.h"
#include "pauc/ranks/ranks.h"

namespace pauc {

// The rows of a batch that this rank holds. Every rank knows the whole batch, since all of them draw the same one.
struct OwnRows {
  std::vector<std::int64_t> examples;
  std::vector<std::int64_t> places;  // in the batch
  BatchShare share;                  // for the noise of the model; whole if no other rank holds a row
};
OwnRows own_rows(const std::vector<std::int64_t>& batch, const Dataset& dataset, const Ranks& ranks);

// The scores of a whole batch, in its order, from the scores of the rows of each rank: a leaf of the graph. `stop`
// becomes true on all ranks if it was on one of them.
at::Tensor whole_scores(const at::Tensor& own, const OwnRows& rows, std::int64_t size, const Ranks& ranks, bool& stop);

// Replaces tensors by their mean over the ranks.
void average_over_ranks(const NamedTensors& tensors, const Ranks& ranks);

}  // namespace pauc
