#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/data/options.h"
#include "pauc/data/row_facts.h"

namespace pauc {

// Rows whose molecule an earlier row has too. `first` is the first row of each structure, for every row.
struct StructureCopies {
  std::int64_t rows = 0;           // that repeat an earlier row
  std::int64_t contradictory = 0;  // structures with positive and negative rows, of one label
};
StructureCopies structure_copies(const std::vector<std::int64_t>& first, const RowFacts& facts);

// "12 rows have the structure of an earlier row ...", and what becomes of them.
std::string note_on_structures(const StructureCopies& copies, bool several_labels, const DataOptions& options);

// Marks the copies as duplicates, which are in no part; rows of parts that are given have copies in their own part
// only. One labelled row of each structure stays: with `drop` if all labels agree; with `average` it gets the label of
// most, unless there are as many of each.
//
// Of several labels, the row that stays gets those of all copies: assays may have measured different salts. One that
// contradicts itself is missing, or decided by most, in the same way.
void leave_out_copies(const std::vector<std::int64_t>& first, Duplicates how, RowFacts& facts);

}  // namespace pauc
