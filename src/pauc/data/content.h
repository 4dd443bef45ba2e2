#pragma once

#include <string>

#include "pauc/core/input_shape.h"
#include "pauc/data/image/images.h"
#include "pauc/data/molecule/molecules.h"
#include "pauc/data/options.h"
#include "pauc/data/table/table.h"

namespace pauc {

/// The content of examples: a table of columns and, depending on `kind`, molecules or images.
struct Content {
  /// Kind of input that a model reads.
  InputKind kind = InputKind::table;
  /// Columns to learn from; may have no columns if there are molecules or images.
  Table table;
  /// One molecule per row, if `kind` is molecule or `features_from` is not empty.
  Molecules molecules;
  /// One image per row, if `kind` is image.
  Images images;
  /// Name of the column that holds the molecules or image paths, if they come from a column of a file.
  std::string column;
  /// Features of the table that were computed from the molecules, as in DataOptions; they are its last columns.
  std::string features_from;
  /// What was done to the molecules before they were described.
  Standardise standardise = Standardise::off;

  /// Whether a row could be parsed. Other rows keep their place but are left out of every part.
  bool readable(std::int64_t row) const { return molecules.size() == 0 || molecules.readable(row); }
};

}  // namespace pauc
