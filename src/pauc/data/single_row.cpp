#include "pauc/data/single_row.h"

namespace pauc {

namespace {

DenseValues row_of(const DenseValues& dense, std::int64_t row) {
  DenseValues one;
  for (const auto& column : dense.columns) one.columns.push_back({column[static_cast<std::size_t>(row)]});
  return one;
}

SparseValues row_of(const SparseValues& sparse, std::int64_t row) {
  const auto begin = static_cast<std::ptrdiff_t>(sparse.row_begins[row]);
  const auto end = static_cast<std::ptrdiff_t>(sparse.row_begins[row + 1]);
  SparseValues one;
  one.columns.assign(sparse.columns.begin() + begin, sparse.columns.begin() + end);
  one.values.assign(sparse.values.begin() + begin, sparse.values.begin() + end);
  one.row_begins.push_back(end - begin);
  return one;
}

Molecules row_of(const Molecules& all, std::int64_t row) {
  Molecules one;
  const auto atoms = all.atoms.begin();
  one.atoms.assign(atoms + all.atom_begins[row], atoms + all.atom_begins[row + 1]);
  const auto first = static_cast<std::ptrdiff_t>(all.bond_begins[row]);
  const auto last = static_cast<std::ptrdiff_t>(all.bond_begins[row + 1]);
  one.bond_ends.assign(all.bond_ends.begin() + first, all.bond_ends.begin() + last);
  one.bond_codes.assign(all.bond_codes.begin() + first, all.bond_codes.begin() + last);
  one.end_molecule();
  return one;
}

}  // namespace

Content single_row(const Content& content, std::int64_t row) {
  Content one;
  one.kind = content.kind;
  one.column = content.column;
  one.features_from = content.features_from;
  one.standardise = content.standardise;
  one.table.rows = 1;
  one.table.columns = content.table.columns;
  one.table.missing = content.table.missing;
  std::visit([&](const auto& values) { one.table.values = row_of(values, row); }, content.table.values);
  if (content.molecules.size() > 0) one.molecules = row_of(content.molecules, row);
  return one;
}

}  // namespace pauc
