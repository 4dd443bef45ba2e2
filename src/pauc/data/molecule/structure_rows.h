#pragma once

#include <string>

#include "pauc/core/io/csv.h"

namespace pauc {

// The records of an SDF file as rows: the structure as SMILES in the first column, called smiles (structure, if a
// property is called smiles), then the names of the structures, if there are any, as the column name, then the
// properties. The file is read once before for the names of its properties.
CsvReader open_structure_rows(const std::string& path, int threads);

// A data file with columns: CSV, or SDF by its ending. The options are for CSV.
CsvReader open_rows(const std::string& path, const CsvOptions& options, int threads = 1);

}  // namespace pauc
