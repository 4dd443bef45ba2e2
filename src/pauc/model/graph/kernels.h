#pragma once

#include <array>
#include <cstdint>

#include "pauc/batch/molecule_features.h"
#include "pauc/model/graph/pooling.h"

namespace pauc {

// Loops of graph networks over plain memory, for float and double. Rows of a matrix are contiguous. Threads share the
// rows of large batches; results do not depend on the number of threads.

// GraphBatch (batch/batch.h) as pointers.
struct GraphView {
  std::int64_t atoms = 0;
  std::int64_t molecules = 0;
  const std::uint8_t* atom_features = nullptr;    // [atoms, kAtomFeatures]
  const std::int32_t* molecule_begins = nullptr;  // [molecules + 1]
  const std::int32_t* edge_begins = nullptr;      // [atoms + 1]
  const std::int32_t* edge_sources = nullptr;     // [edges]
  const std::uint8_t* edge_bonds = nullptr;       // [edges]
};

// The embeddings of all atom features are one table, feature after feature.
constexpr std::array<std::int64_t, kAtomFeatures + 1> kAtomTableBegins = [] {
  std::array<std::int64_t, kAtomFeatures + 1> begins{};
  for (int f = 0; f < kAtomFeatures; ++f) begins[f + 1] = begins[f] + kAtomFeatureSizes[f];
  return begins;
}();
constexpr std::int64_t kAtomTableRows = kAtomTableBegins[kAtomFeatures];

// values[a] = sum of the rows of `table` [kAtomTableRows, width] for the features of atom a.
template <class Number>
void embed_atoms(const GraphView& graphs, std::int64_t width, const Number* table, Number* values);

// Gradient of the table from the gradient of the values.
template <class Number>
void embed_atoms_back(const GraphView& graphs, std::int64_t width, const Number* gradient, Number* table_gradient);

// One row per bond code: the sum of the rows of its features in the three tables. And the gradient.
template <class Number>
void combine_bonds(std::int64_t width, const Number* const* tables, Number* bonds);
template <class Number>
void combine_bonds_back(std::int64_t width, const Number* bond_gradient, Number* const* table_gradients);

// sums[v] = self_weight values[v] + sum over edges u -> v with bond c of ReLU(values[u] + bonds[c])
template <class Number>
struct MessageStep {
  GraphView graphs;
  std::int64_t width = 0;
  Number self_weight = 1;
  const Number* values = nullptr;  // [atoms, width]
  const Number* bonds = nullptr;   // [kBondCodes, width]
};

template <class Number>
void pass_messages(const MessageStep<Number>& step, Number* sums);

template <class Number>
struct MessageGradients {
  Number* values = nullptr;  // [atoms, width]
  Number* bonds = nullptr;   // [kBondCodes, width]
  double* self_weight = nullptr;
};

// Each bond occurs in both directions, so the messages that v sent are found at the edges that lead to v:
//   gradient of values[v] = self_weight g[v] + sum over edges u -> v with bond c of [values[v] + bonds[c] > 0] g[u]
// Thus no two threads write the same row.
template <class Number>
void pass_messages_back(const MessageStep<Number>& step, const Number* gradient, const MessageGradients<Number>& to);

// A molecule without atoms pools to 0.
template <class Number>
void pool_atoms(const GraphView& graphs, std::int64_t width, Pooling pooling, const Number* values, Number* pooled);
template <class Number>
void pool_atoms_back(const GraphView& graphs, std::int64_t width, Pooling pooling, const Number* pooled_gradient,
                     Number* gradient);

}  // namespace pauc
