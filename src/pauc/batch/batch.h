#pragma once

#include <ATen/core/Tensor.h>

#include "pauc/core/input_shape.h"

namespace pauc {

/// Several molecules as one graph. Each bond appears in both directions; edges are sorted by their target atom.
struct GraphBatch {
  at::Tensor atoms;            ///< [A, 9] uint8, see molecule_features.h
  at::Tensor molecule_begins;  ///< [B + 1] int32: first atom of each molecule
  at::Tensor edge_begins;      ///< [A + 1] int32: first edge into each atom
  at::Tensor edge_sources;     ///< [E] int32: source atom of each edge
  at::Tensor edge_bonds;       ///< [E] uint8: bond_code of each edge
};

/// Some examples as tensors: the input of a model. A model reads the fields of its own kind of data.
struct Batch {
  at::Tensor features;     ///< [B, features] float; for molecules and images extra columns, undefined if there are none
  GraphBatch graphs = {};  ///< molecules
  at::Tensor images = {};  ///< [B, channels, height, width] float, channels last in memory
};

}  // namespace pauc
