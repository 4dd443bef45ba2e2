#pragma once

#include <cstdint>

#include "pauc/core/fields.h"
#include "pauc/model/graph/pooling.h"

namespace pauc {

enum class GinEpsilon { learnt, zero };

template <>
struct Choices<GinEpsilon> {
  static constexpr NamedChoice<GinEpsilon> kNames[] = {{GinEpsilon::learnt, "learnt"}, {GinEpsilon::zero, "zero"}};
};

// A graph isomorphism network on molecules, as OGB has it. Atoms and bonds are described as in
// batch/molecule_features.h; h_v has `hidden` numbers and starts as the sum of the embeddings of v's features.
//
//   z_v = (1 + epsilon) h_v + sum over edges u -> v of ReLU(h_u + bond_uv)
//   h_v <- dropout ReLU norm(linear(ReLU norm(linear(z_v))))     hidden -> 2 hidden -> hidden
//
// bond_uv is the sum of the embeddings of the bond's features, other ones in each layer; there is no ReLU behind the
// last layer. A molecule is the mean or the sum of its atoms, with the table's other columns beside it; a linear layer
// makes it a score. (Xu, Hu, Leskovec, Jegelka 2019; Hu et al. 2020, "Open Graph Benchmark".)
// Departs from it: epsilon can stay 0; embeddings are drawn within OGB's Xavier bounds, by our generator.
struct GinOptions {
  std::int64_t layers = 5;
  std::int64_t hidden = 64;
  double dropout = 0.5;
  GinEpsilon epsilon = GinEpsilon::learnt;
  bool bonds = true;
  Pooling pooling = Pooling::mean;
};

inline const Fields<GinOptions> kGinFields = {
    {"layers", &GinOptions::layers, "how many bonds far an atom sees"},
    {"hidden", &GinOptions::hidden, "numbers that describe an atom within the network"},
    {"dropout", &GinOptions::dropout, "share of hidden values set to 0 in training"},
    {"epsilon", &GinOptions::epsilon, "additional weight of an atom beside its neighbours: learnt, zero"},
    {"bonds", &GinOptions::bonds, "whether messages depend on the bond: on, off"},
    {"pooling", &GinOptions::pooling, "a molecule from its atoms: mean, sum"},
};

}  // namespace pauc
