#pragma once

#include <cstdint>

#include "pauc/core/fields.h"
#include "pauc/model/graph/pooling.h"

namespace pauc {

/// The extra weight of an atom relative to its neighbours.
enum class GinEpsilon {
  learnt,  ///< a parameter of each layer that starts at 0
  zero,    ///< always 0
};

/// Names of GinEpsilon.
template <>
struct Choices<GinEpsilon> {
  /// value, name
  static constexpr NamedChoice<GinEpsilon> kNames[] = {{GinEpsilon::learnt, "learnt"}, {GinEpsilon::zero, "zero"}};
};

/// Which layers' values of an atom count for its molecule.
enum class Jumping {
  last,    ///< those of the last layer
  sum,     ///< the sum over the start and all layers
  concat,  ///< the start and all layers side by side
};

/// Names of Jumping.
template <>
struct Choices<Jumping> {
  /// value, name
  static constexpr NamedChoice<Jumping> kNames[] = {
      {Jumping::last, "last"}, {Jumping::sum, "sum"}, {Jumping::concat, "concat"}};
};

/// A graph isomorphism network on molecules, as in OGB.
///
/// Atoms and bonds have the features of batch/molecule_features.h. h_v has `hidden` numbers and starts as the sum of
/// the embeddings of v's features.
///
///   z_v = (1 + epsilon) h_v + sum over edges u -> v of ReLU(h_u + bond_uv)
///   h_v <- dropout ReLU norm(linear(ReLU norm(linear(z_v))))     hidden -> 2 hidden -> hidden
///
/// bond_uv is the sum of the embeddings of the bond's features, with embeddings of its own in each layer: the messages
/// of GINE. The last layer has no ReLU. The mean or sum over the atoms is joined with the table's other columns, and a
/// linear layer maps the result to a score. (Xu, Hu, Leskovec, Jegelka 2019; Hu et al. 2020, "Open Graph Benchmark".)
/// Departures: epsilon can stay 0; our generator draws the embeddings within OGB's Xavier bounds.
///
/// Options, off by default, as in OGB: with a virtual node, each molecule has a vector w, which starts as a learnt one,
/// is added to its atoms before each layer, and changes between layers. With residual links, values are added to what
/// is made of them.
///
///   h_v <- h_v + w                                                             before a layer
///   w <- dropout ReLU norm(linear(ReLU norm(linear(w + sum over atoms of h_v))))  beside each layer but the last
///
/// Jumping knowledge pools the values before all layers too (Xu et al. 2018), as they were after w was added.
struct GinOptions {
  std::int64_t layers = 5;                  ///< number of message-passing layers
  std::int64_t hidden = 64;                 ///< numbers per atom inside the network
  double dropout = 0.5;                     ///< share of hidden values set to 0 in training
  GinEpsilon epsilon = GinEpsilon::learnt;  ///< extra weight of an atom relative to its neighbours
  bool bonds = true;                        ///< whether messages depend on the type of bond
  Pooling pooling = Pooling::mean;          ///< from atoms to a molecule
  bool virtual_node = false;                ///< whether a node that all atoms of a molecule share passes messages
  bool residual = false;                    ///< whether a layer's values are added to what it makes of them
  Jumping jumping = Jumping::last;          ///< which layers are pooled
};

/// Options of GIN by name.
inline const Fields<GinOptions> kGinFields = {
    {"layers", &GinOptions::layers, "number of message-passing layers"},
    {"hidden", &GinOptions::hidden, "numbers per atom inside the network"},
    {"dropout", &GinOptions::dropout, "share of hidden values set to 0 in training"},
    {"epsilon", &GinOptions::epsilon, "extra weight of an atom relative to its neighbours: learnt, zero"},
    {"bonds", &GinOptions::bonds, "whether messages depend on the type of bond"},
    {"pooling", &GinOptions::pooling, "from atoms to a molecule: mean, sum"},
    {"virtual_node", &GinOptions::virtual_node, "whether a node that all atoms of a molecule share passes messages"},
    {"residual", &GinOptions::residual, "whether a layer's values are added to what it makes of them"},
    {"jumping", &GinOptions::jumping, "layers that are pooled: last, sum of all, concat (all side by side)"},
};

}  // namespace pauc
