#pragma once

#include <ATen/core/Tensor.h>

#include <array>

#include "pauc/batch/batch.h"
#include "pauc/batch/molecule_features.h"
#include "pauc/model/graph/kernels.h"
#include "pauc/model/route.h"

namespace pauc {

// Layers of graph networks, on both routes and with their gradients. Values are [A, width], float or double.

// A batch's graphs as kernels read them; the batch must outlive it.
GraphView view_of(const GraphBatch& graphs);

// A batch's graphs as one route reads them.
struct RoutedGraphs {
  GraphBatch graphs;
  ModelRoute route = ModelRoute::kernels;
  at::Tensor edge_targets;  // [E], tensors only: the atom that each edge leads to
  at::Tensor molecules;     // [A], tensors only: the molecule of each atom
};

// Graphs that are not in ordinary memory take the tensors' route.
RoutedGraphs routed(const GraphBatch& graphs, ModelRoute route);

// The sum of the rows of `table` [kAtomTableRows, width] that belong to each atom's features.
at::Tensor embedded_atoms(const at::Tensor& table, const RoutedGraphs& graphs);

struct MessageLayer {
  std::array<at::Tensor, kBondFeatures> bonds;  // [kBondFeatureSizes[f], width]; undefined: bonds make no difference
  at::Tensor epsilon;                           // []; undefined: 0

  // (1 + epsilon) h_v + sum over edges u -> v of ReLU(h_u + bond)
  at::Tensor operator()(const at::Tensor& values, const RoutedGraphs& graphs) const;
};

// [B, width]; a molecule without atoms is 0.
at::Tensor pooled(const at::Tensor& values, Pooling pooling, const RoutedGraphs& graphs);

}  // namespace pauc
