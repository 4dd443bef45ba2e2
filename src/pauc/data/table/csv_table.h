#pragma once

#include "pauc/data/dataset_kind.h"

namespace pauc {

// CSV and TSV: numbers, dates, categories and missing values. A file of plain numbers is read once. If any column holds
// something else, all columns are surveyed to decide what they hold (see ColumnSurvey), and the file is read again.
// With --smiles or --image, one column holds molecules or image paths.
DatasetKind csv_kind();
Examples load_csv(const DataOptions& options);

}  // namespace pauc
