#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pauc/core/input_shape.h"
#include "pauc/core/io/csv.h"
#include "pauc/data/options.h"

namespace pauc {

// The column of a CSV file that holds the content of the examples: molecules as SMILES, or image paths.
struct ContentColumn {
  InputKind kind = InputKind::table;  // table: there is no such column
  std::string name;                   // or number, as given in the options
};

// The column that the option `smiles` or `image` names; refuses both at once.
ContentColumn content_column(const DataOptions& options);

// "molecules" or "images".
const char* content_noun(InputKind kind);
// "smiles" or "image": the option that names the column.
const char* content_option(InputKind kind);

// The first column whose values in the first rows are all names of image files.
std::optional<std::size_t> find_image_column(const std::string& path, const CsvOptions& options);

}  // namespace pauc
