#include "pauc/record/comparison_paths.h"

#include <algorithm>
#include <filesystem>

#include "pauc/core/io/whole_file.h"

namespace pauc::record {

bool ComparisonPaths::has_table() const { return is_there(table()); }

bool ComparisonPaths::awaits_table() const { return is_there(start()) && comparison_folders(folder).empty(); }

std::vector<std::string> comparison_folders(const std::string& folder) {
  if (ComparisonPaths(folder).has_table()) return {folder};
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    const std::string dataset = entry.path().string();
    if (ComparisonPaths(dataset).has_table()) found.push_back(dataset);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace pauc::record
