#pragma once

#include <ATen/core/Tensor.h>

#include "pauc/model/graph/layers.h"
#include "pauc/model/graph/noise.h"

namespace pauc {

// Layers of directed message passing, on both routes, with gradients. Values of edges are [E, width], in the order of
// the edges; float or double.

struct DirectedGraphs {
  RoutedGraphs routed;
  at::Tensor reverse;  // [E]: the edge v -> u of an edge u -> v; int32 for kernels, int64 for tensors
};
DirectedGraphs directed(const GraphBatch& graphs, ModelRoute route);

// What an edge u -> v starts with: one part of u, one of the bond.
struct EdgeStart {
  at::Tensor atoms;  // [A, width]
  at::Tensor bonds;  // [kBondCodes, width]
};

// dropout(ReLU(start + added)) of each edge; `added` [E, width] may be undefined.
at::Tensor activated_edges(const EdgeStart& start, const at::Tensor& added, const DirectedGraphs& graphs,
                           const Kept& kept);

// For each edge u -> v, the sum of the values of the edges k -> u from other atoms than v.
at::Tensor summed_others(const at::Tensor& edges, const DirectedGraphs& graphs);

// For each atom, the sum of the values of the edges that lead to it.  // [A, width]
at::Tensor summed_edges(const at::Tensor& edges, const DirectedGraphs& graphs);

// dropout(ReLU(first + second)) of two matrices.
at::Tensor activated_sum(const at::Tensor& first, const at::Tensor& second, ModelRoute route, const Kept& kept);

}  // namespace pauc
