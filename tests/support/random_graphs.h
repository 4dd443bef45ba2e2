#pragma once

#include <vector>

#include "pauc/batch/batch.h"
#include "pauc/core/random.h"

namespace pauc::test {

// One molecule of each size: a random tree with at most four neighbours per atom, one ring closed per nine atoms,
// random features. Drug-like molecules have about 18 atoms and 2.1 directed edges per atom.
GraphBatch random_graphs(Random& random, const std::vector<int>& atoms_of_molecules);

// `count` sizes around 18.5, as in tox21.
std::vector<int> usual_sizes(Random& random, int count);

// Molecules first .. last - 1 of a batch.
GraphBatch part_of(const GraphBatch& graphs, std::int64_t first, std::int64_t last);

GraphBatch side_by_side(const std::vector<GraphBatch>& parts);

}  // namespace pauc::test
