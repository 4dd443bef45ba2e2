#include "pauc/model/graph/kernels.h"

#include "pauc/core/target_clones.h"
#include "pauc/model/row_chunks.h"

namespace pauc {

namespace {

// Loops over a width that the compiler knows have no ends to care for; 0: known at run time only.
constexpr std::int64_t kUsualWidth = 64;

template <std::int64_t kWidth>
PAUC_INLINE std::int64_t width_of(std::int64_t width) {
  return kWidth > 0 ? kWidth : width;
}

template <std::int64_t kWidth, class Number>
PAUC_INLINE void embed_rows_in(const GraphView& graphs, std::int64_t any_width, const Number* table, RowRange rows,
                               Number* values) {
  const std::int64_t width = width_of<kWidth>(any_width);
  for (std::int64_t atom = rows.begin; atom < rows.end; ++atom) {
    Number* __restrict sum = values + atom * width;
    for (std::int64_t k = 0; k < width; ++k) sum[k] = 0;
    for (int f = 0; f < kAtomFeatures; ++f) {
      const Number* entry = table + (kAtomTableBegins[f] + graphs.atom_features[atom * kAtomFeatures + f]) * width;
      for (std::int64_t k = 0; k < width; ++k) sum[k] += entry[k];
    }
  }
}

PAUC_CLONES void embed_rows(const GraphView& graphs, std::int64_t width, const float* table, RowRange rows,
                            float* values) {
  if (width == kUsualWidth) return embed_rows_in<kUsualWidth>(graphs, width, table, rows, values);
  embed_rows_in<0>(graphs, width, table, rows, values);
}

void embed_rows(const GraphView& graphs, std::int64_t width, const double* table, RowRange rows, double* values) {
  embed_rows_in<0>(graphs, width, table, rows, values);
}

template <std::int64_t kWidth, class Number>
PAUC_INLINE void embed_rows_back_in(const GraphView& graphs, std::int64_t any_width, const Number* gradient,
                                    RowRange rows, Number* table) {
  const std::int64_t width = width_of<kWidth>(any_width);
  for (std::int64_t atom = rows.begin; atom < rows.end; ++atom) {
    const Number* own = gradient + atom * width;
    for (int f = 0; f < kAtomFeatures; ++f) {
      Number* __restrict entry = table + (kAtomTableBegins[f] + graphs.atom_features[atom * kAtomFeatures + f]) * width;
      for (std::int64_t k = 0; k < width; ++k) entry[k] += own[k];
    }
  }
}

PAUC_CLONES void embed_rows_back(const GraphView& graphs, std::int64_t width, const float* gradient, RowRange rows,
                                 float* table) {
  if (width == kUsualWidth) return embed_rows_back_in<kUsualWidth>(graphs, width, gradient, rows, table);
  embed_rows_back_in<0>(graphs, width, gradient, rows, table);
}

void embed_rows_back(const GraphView& graphs, std::int64_t width, const double* gradient, RowRange rows,
                     double* table) {
  embed_rows_back_in<0>(graphs, width, gradient, rows, table);
}

// ReLU and its gate let NaN through: a network that has diverged must not look sound.
template <std::int64_t kWidth, class Number>
PAUC_INLINE void sum_messages_in(const MessageStep<Number>& step, RowRange rows, Number* sums) {
  const std::int64_t width = width_of<kWidth>(step.width);
  for (std::int64_t atom = rows.begin; atom < rows.end; ++atom) {
    Number* __restrict sum = sums + atom * width;
    const Number* own = step.values + atom * width;
    for (std::int64_t k = 0; k < width; ++k) sum[k] = step.self_weight * own[k];
    for (std::int32_t edge = step.graphs.edge_begins[atom]; edge < step.graphs.edge_begins[atom + 1]; ++edge) {
      const Number* source = step.values + step.graphs.edge_sources[edge] * width;
      const Number* bond = step.bonds + step.graphs.edge_bonds[edge] * width;
      for (std::int64_t k = 0; k < width; ++k) {
        const Number message = source[k] + bond[k];
        sum[k] += message < 0 ? Number(0) : message;
      }
    }
  }
}

PAUC_CLONES void sum_messages(const MessageStep<float>& step, RowRange rows, float* sums) {
  if (step.width == kUsualWidth) return sum_messages_in<kUsualWidth>(step, rows, sums);
  sum_messages_in<0>(step, rows, sums);
}

void sum_messages(const MessageStep<double>& step, RowRange rows, double* sums) {
  sum_messages_in<0>(step, rows, sums);
}

// The parts that are sums over all rows: the table of bonds, then by column the products of gradients and values.
template <class Number>
struct MessageSums {
  Number* bonds = nullptr;     // [kBondCodes, width]
  Number* products = nullptr;  // [width]
};

template <std::int64_t kWidth, class Number>
PAUC_INLINE void sum_messages_back_in(const MessageStep<Number>& step, const Number* gradient, RowRange rows,
                                      Number* value_gradient, MessageSums<Number> sums) {
  const std::int64_t width = width_of<kWidth>(step.width);
  Number* __restrict products = sums.products;
  for (std::int64_t atom = rows.begin; atom < rows.end; ++atom) {
    Number* __restrict sum = value_gradient + atom * width;
    const Number* own = step.values + atom * width;
    const Number* outer = gradient + atom * width;
    for (std::int64_t k = 0; k < width; ++k) {
      sum[k] = step.self_weight * outer[k];
      products[k] += own[k] * outer[k];
    }
    for (std::int32_t edge = step.graphs.edge_begins[atom]; edge < step.graphs.edge_begins[atom + 1]; ++edge) {
      const Number* receiver = gradient + step.graphs.edge_sources[edge] * width;
      const Number* bond = step.bonds + step.graphs.edge_bonds[edge] * width;
      Number* __restrict bond_sum = sums.bonds + step.graphs.edge_bonds[edge] * width;
      for (std::int64_t k = 0; k < width; ++k) {
        const Number passed = own[k] + bond[k] <= 0 ? Number(0) : receiver[k];
        sum[k] += passed;
        bond_sum[k] += passed;
      }
    }
  }
}

PAUC_CLONES void sum_messages_back(const MessageStep<float>& step, const float* gradient, RowRange rows,
                                   float* value_gradient, MessageSums<float> sums) {
  if (step.width == kUsualWidth) return sum_messages_back_in<kUsualWidth>(step, gradient, rows, value_gradient, sums);
  sum_messages_back_in<0>(step, gradient, rows, value_gradient, sums);
}

void sum_messages_back(const MessageStep<double>& step, const double* gradient, RowRange rows, double* value_gradient,
                       MessageSums<double> sums) {
  sum_messages_back_in<0>(step, gradient, rows, value_gradient, sums);
}

template <class Number>
Number share_of_atom(const GraphView& graphs, Pooling pooling, std::int64_t molecule) {
  const std::int32_t atoms = graphs.molecule_begins[molecule + 1] - graphs.molecule_begins[molecule];
  return pooling == Pooling::sum || atoms == 0 ? Number(1) : Number(1) / static_cast<Number>(atoms);
}

}  // namespace

template <class Number>
void embed_atoms(const GraphView& graphs, std::int64_t width, const Number* table, Number* values) {
  for_each_chunk(graphs.atoms, [&](std::int64_t, RowRange rows) { embed_rows(graphs, width, table, rows, values); });
}

template <class Number>
void embed_atoms_back(const GraphView& graphs, std::int64_t width, const Number* gradient, Number* table_gradient) {
  sum_of_chunks(graphs.atoms, kAtomTableRows * width, table_gradient,
                [&](RowRange rows, Number* table) { embed_rows_back(graphs, width, gradient, rows, table); });
}

template <class Number>
void combine_bonds(std::int64_t width, const Number* const* tables, Number* bonds) {
  for (int code = 0; code < kBondCodes; ++code) {
    const BondFeatures features = bond_features(static_cast<std::uint8_t>(code));
    for (std::int64_t k = 0; k < width; ++k) {
      bonds[code * width + k] =
          tables[0][features[0] * width + k] + tables[1][features[1] * width + k] + tables[2][features[2] * width + k];
    }
  }
}

template <class Number>
void combine_bonds_back(std::int64_t width, const Number* bond_gradient, Number* const* table_gradients) {
  for (int f = 0; f < kBondFeatures; ++f) std::fill_n(table_gradients[f], kBondFeatureSizes[f] * width, Number(0));
  for (int code = 0; code < kBondCodes; ++code) {
    const BondFeatures features = bond_features(static_cast<std::uint8_t>(code));
    const Number* own = bond_gradient + code * width;
    for (int f = 0; f < kBondFeatures; ++f) {
      Number* __restrict entry = table_gradients[f] + features[f] * width;
      for (std::int64_t k = 0; k < width; ++k) entry[k] += own[k];
    }
  }
}

template <class Number>
void pass_messages(const MessageStep<Number>& step, Number* sums) {
  for_each_chunk(step.graphs.atoms, [&](std::int64_t, RowRange rows) { sum_messages(step, rows, sums); });
}

template <class Number>
void pass_messages_back(const MessageStep<Number>& step, const Number* gradient, const MessageGradients<Number>& to) {
  const std::int64_t bonds_size = kBondCodes * step.width;
  std::vector<Number> sums(bonds_size + step.width);
  sum_of_chunks(step.graphs.atoms, static_cast<std::int64_t>(sums.size()), sums.data(),
                [&](RowRange rows, Number* own) {
                  sum_messages_back(step, gradient, rows, to.values, MessageSums<Number>{own, own + bonds_size});
                });
  std::copy_n(sums.data(), bonds_size, to.bonds);
  *to.self_weight = 0;
  for (std::int64_t k = 0; k < step.width; ++k) *to.self_weight += sums[bonds_size + k];
}

template <class Number>
void pool_atoms(const GraphView& graphs, std::int64_t width, Pooling pooling, const Number* values, Number* pooled) {
  for_each_chunk(graphs.molecules, [&](std::int64_t, RowRange rows) {
    for (std::int64_t molecule = rows.begin; molecule < rows.end; ++molecule) {
      Number* __restrict sum = pooled + molecule * width;
      std::fill_n(sum, width, Number(0));
      for (std::int32_t a = graphs.molecule_begins[molecule]; a < graphs.molecule_begins[molecule + 1]; ++a) {
        for (std::int64_t k = 0; k < width; ++k) sum[k] += values[a * width + k];
      }
      const auto share = share_of_atom<Number>(graphs, pooling, molecule);
      for (std::int64_t k = 0; k < width; ++k) sum[k] *= share;
    }
  });
}

template <class Number>
void pool_atoms_back(const GraphView& graphs, std::int64_t width, Pooling pooling, const Number* pooled_gradient,
                     Number* gradient) {
  for_each_chunk(graphs.molecules, [&](std::int64_t, RowRange rows) {
    for (std::int64_t molecule = rows.begin; molecule < rows.end; ++molecule) {
      const Number* outer = pooled_gradient + molecule * width;
      const auto share = share_of_atom<Number>(graphs, pooling, molecule);
      for (std::int32_t a = graphs.molecule_begins[molecule]; a < graphs.molecule_begins[molecule + 1]; ++a) {
        Number* __restrict own = gradient + a * width;
        for (std::int64_t k = 0; k < width; ++k) own[k] = share * outer[k];
      }
    }
  });
}

template void embed_atoms(const GraphView&, std::int64_t, const float*, float*);
template void embed_atoms(const GraphView&, std::int64_t, const double*, double*);
template void embed_atoms_back(const GraphView&, std::int64_t, const float*, float*);
template void embed_atoms_back(const GraphView&, std::int64_t, const double*, double*);
template void combine_bonds(std::int64_t, const float* const*, float*);
template void combine_bonds(std::int64_t, const double* const*, double*);
template void combine_bonds_back(std::int64_t, const float*, float* const*);
template void combine_bonds_back(std::int64_t, const double*, double* const*);
template void pass_messages(const MessageStep<float>&, float*);
template void pass_messages(const MessageStep<double>&, double*);
template void pass_messages_back(const MessageStep<float>&, const float*, const MessageGradients<float>&);
template void pass_messages_back(const MessageStep<double>&, const double*, const MessageGradients<double>&);
template void pool_atoms(const GraphView&, std::int64_t, Pooling, const float*, float*);
template void pool_atoms(const GraphView&, std::int64_t, Pooling, const double*, double*);
template void pool_atoms_back(const GraphView&, std::int64_t, Pooling, const float*, float*);
template void pool_atoms_back(const GraphView&, std::int64_t, Pooling, const double*, double*);

}  // namespace pauc
