#include "pauc/data/molecule/without_bits.h"

#include <algorithm>
#include <map>
#include <utility>

#include "pauc/data/molecule/features.h"
#include "pauc/data/molecule/morgan_environments.h"
#include "pauc/data/single_row.h"

namespace pauc {

namespace {

// The columns of the first Morgan fingerprint: where they begin, and what it is. No bits: there is none.
struct MorganColumns {
  std::int32_t first = 0;
  MoleculeFeatures features{MoleculeFeatures::Kind::morgan, 0, 0};
};

MorganColumns morgan_columns(const Content& content) {
  const auto features = features_named(content.features_from);
  auto first = static_cast<std::int32_t>(content.table.columns.size() - feature_columns(features).size());
  for (const MoleculeFeatures& one : features) {
    if (one.kind == MoleculeFeatures::Kind::morgan) return {first, one};
    first += one.width();
  }
  return {};
}

void append_without(const SparseValues& row, std::int32_t left_out, SparseValues& to) {
  for (std::size_t e = 0; e < row.values.size(); ++e) {
    if (row.columns[e] == left_out) continue;
    to.columns.push_back(row.columns[e]);
    to.values.push_back(row.values[e]);
  }
  to.row_begins.push_back(static_cast<std::int64_t>(to.values.size()));
}

void append_copy(const Molecules& one, Molecules& to) {
  to.atoms.insert(to.atoms.end(), one.atoms.begin(), one.atoms.end());
  to.bond_ends.insert(to.bond_ends.end(), one.bond_ends.begin(), one.bond_ends.end());
  to.bond_codes.insert(to.bond_codes.end(), one.bond_codes.begin(), one.bond_codes.end());
  to.end_molecule();
}

}  // namespace

WithoutBits without_each_bit(const Content& content, std::int64_t row) {
  const MorganColumns morgan = morgan_columns(content);
  if (morgan.features.bits == 0 || !std::holds_alternative<SparseValues>(content.table.values)) return {};
  std::map<std::int32_t, std::vector<std::int32_t>> atoms_of;  // by column
  for (MorganEnvironment& environment : morgan_environments(content.molecules, row, morgan.features)) {
    auto& atoms = atoms_of[morgan.first + environment.column];
    atoms.insert(atoms.end(), environment.atoms.begin(), environment.atoms.end());
  }
  if (atoms_of.empty()) return {};
  const Content one = single_row(content, row);
  const auto& own = std::get<SparseValues>(one.table.values);
  WithoutBits result;
  result.variants = one;
  SparseValues sparse;
  result.variants.molecules = {};
  constexpr std::int32_t kNone = -1;
  append_without(own, kNone, sparse);
  append_copy(one.molecules, result.variants.molecules);
  for (auto& [column, atoms] : atoms_of) {
    std::sort(atoms.begin(), atoms.end());
    atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
    result.bits.push_back({content.table.columns[static_cast<std::size_t>(column)].name, std::move(atoms)});
    append_without(own, column, sparse);
    append_copy(one.molecules, result.variants.molecules);
  }
  result.variants.table.rows = static_cast<std::int64_t>(sparse.row_begins.size()) - 1;
  result.variants.table.values = std::move(sparse);
  return result;
}

}  // namespace pauc
