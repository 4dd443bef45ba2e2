#pragma once

#include <torch/csrc/autograd/custom_function.h>

#include "pauc/batch/batch.h"

namespace pauc {

// The graphs of a batch among the tensors that an autograd function saves: the last five of them.

inline void append(torch::autograd::variable_list& list, const GraphBatch& graphs) {
  list.insert(list.end(),
              {graphs.atoms, graphs.molecule_begins, graphs.edge_begins, graphs.edge_sources, graphs.edge_bonds});
}

inline GraphBatch graphs_at_end(const torch::autograd::variable_list& list) {
  const at::Tensor* first = list.data() + list.size() - 5;
  return {first[0], first[1], first[2], first[3], first[4]};
}

}  // namespace pauc
