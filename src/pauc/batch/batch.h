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

/// The part of a batch that one of several ranks holds, in rows that dropout draws for: examples, or atoms of
/// molecules. Every rank draws for the whole batch, so that the noise of an example does not depend on the number of
/// ranks.
struct BatchShare {
  at::Tensor places;      ///< [rows] int64: place of each row in the whole batch; undefined: the batch is whole
  std::int64_t rows = 0;  ///< of the whole batch
};

/// Some examples as tensors: the input of a model. A model reads the fields of its own kind of data.
struct Batch {
  at::Tensor features;     ///< [B, features] float; for molecules and images extra columns, undefined if there are none
  GraphBatch graphs = {};  ///< molecules
  at::Tensor images = {};  ///< [B, channels, height, width] float, channels last in memory
  BatchShare share = {};   ///< of a batch that ranks share
};

}  // namespace pauc
