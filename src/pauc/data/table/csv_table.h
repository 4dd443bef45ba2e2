#pragma once

#include "pauc/data/dataset_kind.h"

namespace pauc {

// CSV and TSV: numbers, categories (columns with any text that is not a number) and missing values (see
// means_missing). Even after a million numbers, a text makes the column a category; the file is then read a second
// time, so that categories keep their spelling. With --smiles or --image, one column holds molecules or image paths.
DatasetKind csv_kind();
Examples load_csv(const DataOptions& options);

}  // namespace pauc
