#pragma once

#include <vector>

#include "pauc/batch/batch.h"
#include "pauc/core/random.h"

namespace pauc::test {

// A molecule of each of these sizes: a random tree in which no atom has more than four neighbours, a ring closed for
// every nine atoms, features as they fall. Drug-like molecules have some 18 atoms and 2.1 directed edges an atom.
GraphBatch random_graphs(Random& random, const std::vector<int>& atoms_of_molecules);

// `count` sizes around 18.5, as in tox21.
std::vector<int> usual_sizes(Random& random, int count);

// The molecules first .. last - 1 of a batch.
GraphBatch part_of(const GraphBatch& graphs, std::int64_t first, std::int64_t last);

GraphBatch side_by_side(const std::vector<GraphBatch>& parts);

}  // namespace pauc::test
