#pragma once

#include <string>

#include "pauc/core/input_shape.h"
#include "pauc/data/image/images.h"
#include "pauc/data/molecule/molecules.h"
#include "pauc/data/options.h"
#include "pauc/data/table/table.h"

namespace pauc {

/// The content of examples: a table of columns and, depending on `kind`, molecules or images. If several processes
/// share the data, it has the rows that this one holds, at places of their own (`held`).
struct Content {
  /// Kind of input that a model reads.
  InputKind kind = InputKind::table;
  /// Columns to learn from; may have no columns if there are molecules or images.
  Table table;
  /// One molecule per row that is here, if `kind` is molecule or `features_from` is not empty.
  Molecules molecules;
  /// One image per row that is here, if `kind` is image.
  Images images;
  /// Name of the column that holds the molecules or image paths, if they come from a column of a file.
  std::string column;
  /// Features of the table that were computed from the molecules, as in DataOptions; they are its last columns.
  std::string features_from;
  /// What was done to the molecules before they were described.
  Standardise standardise = Standardise::off;

  /// Number of atoms of each molecule of the data if other processes hold some of them; otherwise empty.
  std::vector<std::int32_t> atom_counts = {};

  /// Which rows of the data are here.
  const HeldRows& held() const { return table.held; }
  /// Whether a row of the data could be parsed. Other rows keep their place but are left out of every part.
  bool readable(std::int64_t row) const {
    if (!atom_counts.empty()) return atom_counts[row] > 0;
    return molecules.size() == 0 || molecules.readable(row);
  }
  /// Number of atoms of a molecule of the data.
  std::int64_t atoms_of(std::int64_t row) const {
    return atom_counts.empty() ? molecules.atoms_of(row) : atom_counts[row];
  }
};

}  // namespace pauc
