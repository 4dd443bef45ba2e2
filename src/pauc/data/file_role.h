#pragma once

#include <string>
#include <utility>
#include <vector>

#include "pauc/core/text/comma_list.h"
#include "pauc/data/options.h"

namespace pauc {

/// Whether the rows of a file are for all parts or for the test part only.
enum class FileRole { all_parts, test_part };

/// The data files and, if one is given, the separate test file.
inline std::vector<std::pair<std::string, FileRole>> files_by_role(const DataOptions& options) {
  std::vector<std::pair<std::string, FileRole>> files = {{options.path, FileRole::all_parts}};
  for (const std::string& path : listed_texts(options.more)) files.emplace_back(path, FileRole::all_parts);
  if (!options.test.empty()) files.emplace_back(options.test, FileRole::test_part);
  return files;
}

}  // namespace pauc
