#include "support/random_graphs.h"

#include <ATen/Functions.h>
#include <ATen/TensorOperators.h>

#include <algorithm>

#include "pauc/batch/molecule_features.h"

namespace pauc::test {

namespace {

struct Neighbour {
  std::int32_t atom;
  std::uint8_t bond;
};
using Neighbours = std::vector<std::vector<Neighbour>>;

// Low values are the common ones, as carbon and single bonds are.
std::uint8_t skewed(Random& random, int size) {
  return static_cast<std::uint8_t>(std::min(random.below(size), random.below(size)));
}

void join(Random& random, Neighbours& neighbours, std::int32_t a, std::int32_t b) {
  const std::uint8_t code = bond_code({skewed(random, 5), skewed(random, 6), skewed(random, 2)});
  neighbours[a].push_back({b, code});
  neighbours[b].push_back({a, code});
}

// One of the last few atoms that can take another bond: chains with branches, not stars.
std::int32_t free_atom(Random& random, const Neighbours& neighbours, std::int32_t first, std::int32_t end) {
  for (;;) {
    const auto atom = end - 1 - static_cast<std::int32_t>(random.below(std::min(4, end - first)));
    if (neighbours[atom].size() < 4) return atom;
  }
}

void add_molecule(Random& random, Neighbours& neighbours, int size) {
  const auto first = static_cast<std::int32_t>(neighbours.size());
  for (int k = 0; k < size; ++k) {
    neighbours.emplace_back();
    const auto atom = static_cast<std::int32_t>(neighbours.size()) - 1;
    if (k > 0) join(random, neighbours, free_atom(random, neighbours, first, atom), atom);
    if (k % 9 == 8 && neighbours[atom - 5].size() < 4) join(random, neighbours, atom - 5, atom);
  }
}

template <class Number>
at::Tensor tensor_of(const std::vector<Number>& values, at::ScalarType type) {
  return at::tensor(values, at::TensorOptions(at::kLong)).to(type);
}

}  // namespace

GraphBatch random_graphs(Random& random, const std::vector<int>& atoms_of_molecules) {
  Neighbours neighbours;
  std::vector<std::int64_t> molecule_begins = {0};
  for (const int size : atoms_of_molecules) {
    add_molecule(random, neighbours, size);
    molecule_begins.push_back(static_cast<std::int64_t>(neighbours.size()));
  }
  std::vector<std::int64_t> edge_begins = {0};
  std::vector<std::int64_t> sources;
  std::vector<std::int64_t> bonds;
  std::vector<std::int64_t> features;
  for (const auto& around : neighbours) {
    for (const Neighbour& neighbour : around) {
      sources.push_back(neighbour.atom);
      bonds.push_back(neighbour.bond);
    }
    edge_begins.push_back(static_cast<std::int64_t>(sources.size()));
    for (const int size : kAtomFeatureSizes) features.push_back(skewed(random, size));
  }
  return {tensor_of(features, at::kByte).reshape({-1, kAtomFeatures}), tensor_of(molecule_begins, at::kInt),
          tensor_of(edge_begins, at::kInt), tensor_of(sources, at::kInt), tensor_of(bonds, at::kByte)};
}

std::vector<int> usual_sizes(Random& random, int count) {
  std::vector<int> sizes;
  for (int k = 0; k < count; ++k) sizes.push_back(std::max(1, static_cast<int>(18.5 + 7 * random.normal() + 0.5)));
  return sizes;
}

GraphBatch part_of(const GraphBatch& graphs, std::int64_t first, std::int64_t last) {
  const auto atom = [&](std::int64_t m) { return graphs.molecule_begins[m].item<std::int64_t>(); };
  const auto edge = [&](std::int64_t a) { return graphs.edge_begins[a].item<std::int64_t>(); };
  const std::int64_t a = atom(first);
  const std::int64_t b = atom(last);
  return {graphs.atoms.slice(0, a, b), graphs.molecule_begins.slice(0, first, last + 1) - a,
          graphs.edge_begins.slice(0, a, b + 1) - edge(a), graphs.edge_sources.slice(0, edge(a), edge(b)) - a,
          graphs.edge_bonds.slice(0, edge(a), edge(b))};
}

GraphBatch side_by_side(const std::vector<GraphBatch>& parts) {
  GraphBatch all = parts.front();
  for (std::size_t k = 1; k < parts.size(); ++k) {
    const GraphBatch& part = parts[k];
    const std::int64_t atoms = all.atoms.size(0);
    const std::int64_t edges = all.edge_sources.size(0);
    all = {at::cat({all.atoms, part.atoms}), at::cat({all.molecule_begins, part.molecule_begins.slice(0, 1) + atoms}),
           at::cat({all.edge_begins, part.edge_begins.slice(0, 1) + edges}),
           at::cat({all.edge_sources, part.edge_sources + atoms}), at::cat({all.edge_bonds, part.edge_bonds})};
  }
  return all;
}

}  // namespace pauc::test
