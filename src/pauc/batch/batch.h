#pragma once

#include <ATen/core/Tensor.h>

#include "pauc/core/input_shape.h"

namespace pauc {

// Molecules side by side as one graph. Each bond is there in both directions; edges are sorted by the atom they lead
// to.
struct GraphBatch {
  at::Tensor atoms;            // [A, 9] uint8, see molecule_features.h
  at::Tensor molecule_begins;  // [B + 1] int32: the atoms of each molecule
  at::Tensor edge_begins;      // [A + 1] int32: the edges that lead to each atom
  at::Tensor edge_sources;     // [E] int32: the atom that each comes from
  at::Tensor edge_bonds;       // [E] uint8: bond_code
};

// What a model receives: some examples as tensors. Models read the fields of their own kind of data.
struct Batch {
  at::Tensor features;     // table: [B, features] float; other kinds: columns beside, undefined where there are none
  GraphBatch graphs = {};  // molecule
  at::Tensor images = {};  // image: [B, channels, height, width] float, channels last in memory
};

}  // namespace pauc
