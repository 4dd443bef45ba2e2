#include "pauc/data/molecule/graph_batch.h"

#include <ATen/Functions.h>

#include <cstring>

#include "pauc/batch/cpu_data.h"

namespace pauc {

namespace {

struct Sizes {
  std::int64_t atoms = 0;
  std::int64_t bonds = 0;
};

Sizes sizes_of(const Molecules& molecules, Span<const std::int64_t> rows) {
  Sizes sizes;
  for (const std::int64_t row : rows) {
    sizes.atoms += molecules.atom_begins[row + 1] - molecules.atom_begins[row];
    sizes.bonds += molecules.bond_begins[row + 1] - molecules.bond_begins[row];
  }
  return sizes;
}

// Writes one molecule after the other. A bond is an edge each way; the edges to an atom keep the order of the bonds.
class Writer {
 public:
  Writer(const Molecules& molecules, GraphBatch& batch)
      : molecules_(molecules),
        features_(cpu_data<std::uint8_t>(batch.atoms)),
        molecule_ends_(cpu_data<std::int32_t>(batch.molecule_begins)),
        begins_(cpu_data<std::int32_t>(batch.edge_begins)),
        sources_(cpu_data<std::int32_t>(batch.edge_sources)),
        bonds_(cpu_data<std::uint8_t>(batch.edge_bonds)) {
    *molecule_ends_++ = 0;
    begins_[0] = 0;
  }

  void add(std::int64_t row) {
    const std::int64_t first_atom = molecules_.atom_begins[row];
    const auto count = static_cast<std::int32_t>(molecules_.atom_begins[row + 1] - first_atom);
    if (count > 0) {
      std::memcpy(features_ + std::int64_t{atoms_} * kAtomFeatures, molecules_.atoms[first_atom].data(),
                  static_cast<std::size_t>(count) * kAtomFeatures);
    }
    count_edges(row, count);
    place_edges(row, count);
    atoms_ += count;
    *molecule_ends_++ = atoms_;
  }

 private:
  // begins_[atom] becomes where the edges to that atom begin.
  void count_edges(std::int64_t row, std::int32_t count) {
    std::int32_t* const begins = begins_ + atoms_;
    for (std::int32_t k = 0; k < count; ++k) begins[k + 1] = 0;
    for (std::int64_t bond = molecules_.bond_begins[row]; bond < molecules_.bond_begins[row + 1]; ++bond) {
      ++begins[molecules_.bond_ends[bond].first + 1];
      ++begins[molecules_.bond_ends[bond].second + 1];
    }
    for (std::int32_t k = 0; k < count; ++k) begins[k + 1] += begins[k];
  }

  void place_edges(std::int64_t row, std::int32_t count) {
    std::int32_t* const begins = begins_ + atoms_;
    for (std::int64_t bond = molecules_.bond_begins[row]; bond < molecules_.bond_begins[row + 1]; ++bond) {
      const BondEnds ends = molecules_.bond_ends[bond];
      place(begins[ends.second], ends.first, molecules_.bond_codes[bond]);
      place(begins[ends.first], ends.second, molecules_.bond_codes[bond]);
    }
    for (std::int32_t k = count; k > 0; --k) begins[k] = begins[k - 1];  // each had moved on to the next one's
    if (count > 0) begins[0] = first_edge_;
    first_edge_ = begins[count];
  }

  void place(std::int32_t& edge, std::int32_t source, std::uint8_t code) {
    sources_[edge] = atoms_ + source;
    bonds_[edge++] = code;
  }

  const Molecules& molecules_;
  std::uint8_t* features_;
  std::int32_t* molecule_ends_;
  std::int32_t* begins_;
  std::int32_t* sources_;
  std::uint8_t* bonds_;
  std::int32_t atoms_ = 0;
  std::int32_t first_edge_ = 0;
};

}  // namespace

GraphBatch graph_batch(const Molecules& molecules, Span<const std::int64_t> rows) {
  const Sizes sizes = sizes_of(molecules, rows);
  GraphBatch batch;
  batch.atoms = at::empty({sizes.atoms, kAtomFeatures}, at::kByte);
  batch.molecule_begins = at::empty({rows.size() + 1}, at::kInt);
  batch.edge_begins = at::empty({sizes.atoms + 1}, at::kInt);
  batch.edge_sources = at::empty({2 * sizes.bonds}, at::kInt);
  batch.edge_bonds = at::empty({2 * sizes.bonds}, at::kByte);
  Writer writer(molecules, batch);
  for (const std::int64_t row : rows) writer.add(row);
  return batch;
}

}  // namespace pauc
