#pragma once

#include <ATen/core/Tensor.h>

#include <array>

#include "pauc/batch/batch.h"
#include "pauc/batch/molecule_features.h"
#include "pauc/model/graph/kernels.h"
#include "pauc/model/route.h"

namespace pauc {

// Layers of graph networks, on both routes, with gradients. Values are [A, width], float or double.

// The graphs of a batch for the kernels; the batch must outlive the view.
GraphView view_of(const GraphBatch& graphs);

// The graphs of a batch for one route.
struct RoutedGraphs {
  GraphBatch graphs;
  ModelRoute route = ModelRoute::kernels;
  at::Tensor edge_targets;  // [E], tensors only: target atom of each edge
  at::Tensor molecules;     // [A], tensors only: molecule of each atom
};

// Graphs that are not in CPU memory take the route of tensors.
RoutedGraphs routed(const GraphBatch& graphs, ModelRoute route);

// For each atom, the sum of the rows of `table` [kAtomTableRows, width] for its features.
at::Tensor embedded_atoms(const at::Tensor& table, const RoutedGraphs& graphs);

// Embeddings of the features of bonds: [kBondFeatureSizes[f], width].
using BondTables = std::array<at::Tensor, kBondFeatures>;

// For each bond code, the sum of the rows of the tables for its features.  // [kBondCodes, width]
at::Tensor embedded_bonds(const BondTables& tables, ModelRoute route);

struct MessageLayer {
  BondTables bonds;    // undefined: bonds do not matter
  at::Tensor epsilon;  // []; undefined: 0

  // (1 + epsilon) h_v + sum over edges u -> v of ReLU(h_u + bond)
  at::Tensor operator()(const at::Tensor& values, const RoutedGraphs& graphs) const;
};

std::int64_t molecules_of(const RoutedGraphs& graphs);

// The row of its molecule for each atom.  // [A, width]
at::Tensor spread_over_atoms(const at::Tensor& molecules, const RoutedGraphs& graphs);

// [B, width]; a molecule without atoms gives 0.
at::Tensor pooled(const at::Tensor& values, Pooling pooling, const RoutedGraphs& graphs);

}  // namespace pauc
