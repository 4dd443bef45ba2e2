#pragma once

#include <ATen/core/Tensor.h>

#include "pauc/batch/batch.h"
#include "pauc/core/random.h"

namespace pauc {

// The values that dropout keeps (uint8), and what it multiplies them by. Undefined: all of them are kept.
struct Kept {
  at::Tensor values;
  double factor = 1;
};

// Dropout. Without noise, or at a rate of 0, everything is kept and nothing is drawn. Edges take a stream of random
// numbers for each atom that they lead to, molecules one for their first atom, by its place in the whole batch. So
// their noise depends neither on threads nor on ranks, which do not know each other's bonds. Molecules without atoms
// share a stream.
Kept kept_of_edges(double rate, Random* noise, const GraphBatch& graphs, std::int64_t width, const BatchShare& share);
Kept kept_of_atoms(double rate, Random* noise, const GraphBatch& graphs, std::int64_t width, const BatchShare& share);
Kept kept_of_molecules(double rate, Random* noise, const GraphBatch& graphs, std::int64_t width,
                       const BatchShare& share);

// values * kept
at::Tensor dropped(const at::Tensor& values, const Kept& kept);

}  // namespace pauc
