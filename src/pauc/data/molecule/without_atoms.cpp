#include "pauc/data/molecule/without_atoms.h"

#include <algorithm>
#include <map>
#include <utility>

#include "pauc/data/molecule/features.h"
#include "pauc/data/molecule/morgan_environments.h"

namespace pauc {

namespace {

constexpr std::int64_t kMostAtoms = 200;  // of more there is no picture

// All atoms but one, or all for -1.
void add_without(std::int32_t left_out, const Molecules& from, std::int64_t row, Molecules& to) {
  const std::int64_t first = from.atom_begins[row];
  const auto atoms = static_cast<std::int32_t>(from.atom_begins[row + 1] - first);
  for (std::int32_t atom = 0; atom < atoms; ++atom) {
    if (atom != left_out) to.atoms.push_back(from.atoms[first + atom]);
  }
  const auto renumbered = [&](std::int32_t atom) { return left_out >= 0 && atom > left_out ? atom - 1 : atom; };
  for (std::int64_t bond = from.bond_begins[row]; bond < from.bond_begins[row + 1]; ++bond) {
    const BondEnds ends = from.bond_ends[bond];
    if (ends.first == left_out || ends.second == left_out) continue;
    to.bond_ends.push_back({renumbered(ends.first), renumbered(ends.second)});
    to.bond_codes.push_back(from.bond_codes[bond]);
  }
  to.end_molecule();
}

// Entries of a sparse row by column.
using Entries = std::map<std::int32_t, float>;

Entries entries_of(const SparseValues& sparse, std::int64_t row) {
  Entries entries;
  for (auto e = sparse.row_begins[row]; e < sparse.row_begins[row + 1]; ++e) {
    entries[sparse.columns[e]] = sparse.values[e];
  }
  return entries;
}

void append(const Entries& entries, SparseValues& sparse) {
  for (const auto& [column, value] : entries) {
    sparse.columns.push_back(column);
    sparse.values.push_back(value);
  }
  sparse.row_begins.push_back(static_cast<std::int64_t>(sparse.values.size()));
}

// Whether the environments are those that the row counts, between these columns.
bool are_counted(const std::vector<MorganEnvironment>& environments, const Entries& row, std::int32_t first,
                 std::int32_t bits) {
  Entries counts;
  for (const MorganEnvironment& environment : environments) ++counts[first + environment.column];
  const Entries own(row.lower_bound(first), row.lower_bound(first + bits));
  return own == counts;
}

// The environments with that atom are no longer counted.
void leave_out(std::int32_t atom, const std::vector<MorganEnvironment>& environments, std::int32_t first,
               Entries& row) {
  for (const MorganEnvironment& environment : environments) {
    const auto& atoms = environment.atoms;
    if (std::find(atoms.begin(), atoms.end(), atom) == atoms.end()) continue;
    const auto entry = row.find(first + environment.column);
    if (--entry->second == 0) row.erase(entry);
  }
}

struct CountedFeatures {
  std::int32_t first = 0;  // column
  std::vector<MorganEnvironment> environments;
};

// The Morgan fingerprints of the row; false if one cannot be taken apart.
bool take_apart(const Content& content, std::int64_t row, const Entries& entries,
                std::vector<CountedFeatures>& counted) {
  const auto features = features_named(content.features_from);
  auto first = static_cast<std::int32_t>(content.table.columns.size() - feature_columns(features).size());
  for (const MoleculeFeatures& one : features) {
    if (one.kind == MoleculeFeatures::Kind::morgan) {
      counted.push_back({first, morgan_environments(content.molecules, row, one)});
      if (!are_counted(counted.back().environments, entries, first, one.bits)) return false;
    }
    first += one.width();
  }
  return true;
}

bool add_sparse_rows(const Content& content, std::int64_t row, std::int64_t atoms, Table& table) {
  const Entries entries = entries_of(std::get<SparseValues>(content.table.values), row);
  std::vector<CountedFeatures> counted;
  if (!take_apart(content, row, entries, counted)) return false;
  SparseValues sparse;
  append(entries, sparse);
  for (std::int32_t atom = 0; atom < atoms; ++atom) {
    Entries without = entries;
    for (const CountedFeatures& one : counted) leave_out(atom, one.environments, one.first, without);
    append(without, sparse);
  }
  table.values = std::move(sparse);
  return true;
}

void repeat_dense_row(const DenseValues& dense, std::int64_t row, std::int64_t rows, Table& table) {
  DenseValues repeated;
  for (const auto& column : dense.columns) {
    repeated.columns.emplace_back(static_cast<std::size_t>(rows), column[static_cast<std::size_t>(row)]);
  }
  table.values = std::move(repeated);
}

}  // namespace

Content without_each_atom(const Content& content, std::int64_t row_of_data) {
  const std::int64_t row = content.held().place_of(row_of_data);
  const std::int64_t atoms = content.molecules.atoms_of(row);
  if (atoms < 2 || atoms > kMostAtoms) return {};
  Content variants;
  variants.kind = content.kind;
  variants.column = content.column;
  variants.features_from = content.features_from;
  variants.standardise = content.standardise;
  variants.table.columns = content.table.columns;
  variants.table.rows = atoms + 1;
  if (std::holds_alternative<SparseValues>(content.table.values)) {
    if (!add_sparse_rows(content, row, atoms, variants.table)) return {};
  } else {
    repeat_dense_row(std::get<DenseValues>(content.table.values), row, atoms + 1, variants.table);
  }
  for (std::int32_t atom = -1; atom < atoms; ++atom) add_without(atom, content.molecules, row, variants.molecules);
  return variants;
}

}  // namespace pauc
