#pragma once

#include <cstdint>

#include "pauc/core/fields.h"
#include "pauc/model/graph/pooling.h"

namespace pauc {

/// A directed message-passing network on molecules, as in chemprop.
///
/// Each bond is two directed edges, and each edge u -> v has `hidden` numbers h_uv. x_u are the features of an atom,
/// e_uv those of a bond (batch/molecule_features.h), one-hot.
///
///   s_uv = W_i [x_u, e_uv],  h_uv = ReLU(s_uv)
///   m_uv = sum over edges k -> u, k other than v, of h_ku;  h_uv <- dropout ReLU(s_uv + W_h m_uv)    layers - 1 times
///   h_v = dropout ReLU(W_a [x_v, sum over edges k -> v of h_kv] + b)
///
/// So a message never returns to the atom that it came from. The mean or sum over the atoms is joined with the table's
/// other columns; a hidden layer with ReLU and dropout and a linear layer map the result to a score. (Yang et al. 2019,
/// "Analyzing Learned Molecular Representations for Property Prediction".) Departures from chemprop: OGB's features of
/// atoms and bonds; no dropout before the hidden layer; 128 numbers per edge instead of 300; our generator draws
/// embeddings within OGB's Xavier bounds, other weights as in LibTorch.
struct DmpnnOptions {
  std::int64_t layers = 3;          ///< number of message-passing layers: chemprop's depth
  std::int64_t hidden = 128;        ///< numbers per directed edge, and per atom after the last message
  double dropout = 0.1;             ///< share of hidden values set to 0 in training
  Pooling pooling = Pooling::mean;  ///< from atoms to a molecule
};

/// Options of the directed message-passing network by name.
inline const Fields<DmpnnOptions> kDmpnnFields = {
    {"layers", &DmpnnOptions::layers, "number of message-passing layers"},
    {"hidden", &DmpnnOptions::hidden, "numbers per atom inside the network"},
    {"dropout", &DmpnnOptions::dropout, "share of hidden values set to 0 in training"},
    {"pooling", &DmpnnOptions::pooling, "from atoms to a molecule: mean, sum"},
};

}  // namespace pauc
