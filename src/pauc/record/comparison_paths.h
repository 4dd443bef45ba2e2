#pragma once

#include <string>
#include <utility>
#include <vector>

namespace pauc::record {

// The names of the files that `pauc compare` leaves in its output folder, or in the folder of each dataset.
struct ComparisonPaths {
  explicit ComparisonPaths(std::string output_folder) : folder(std::move(output_folder)) {}

  std::string folder;
  std::string start() const { return folder + "/compare.json"; }  // in the output folder only
  std::string table() const { return folder + "/table.json"; }    // written last
  std::string curves() const { return folder + "/curves.csv"; }

  bool has_table() const;
  bool awaits_table() const;  // a comparison has started here, and no dataset has a table yet
};

// The folders with tables in an output folder: itself, or those of its datasets. Empty if it is not the
// output of a comparison, or has no table yet.
std::vector<std::string> comparison_folders(const std::string& folder);

}  // namespace pauc::record
