#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pauc/core/input_shape.h"
#include "pauc/core/io/csv.h"
#include "pauc/data/options.h"

namespace pauc {

// The column of a CSV file that holds what examples are made of: molecules as SMILES, or paths of images.
struct ContentColumn {
  InputKind kind = InputKind::table;  // table: no column does
  std::string name;                   // or number, as it was asked for
};

// The one that --smiles or --image names; refused where both do.
ContentColumn content_column(const DataOptions& options);

// "molecules", "images": what such a column holds.
const char* content_noun(InputKind kind);
// "smiles", "image": the option that names it.
const char* content_option(InputKind kind);

// A column whose values in the first rows are all names of images.
std::optional<std::size_t> find_image_column(const std::string& path, const CsvOptions& options);

}  // namespace pauc
