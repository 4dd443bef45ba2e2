#pragma once

#include <string>

#include "pauc/record/run_paths.h"

namespace pauc::record {

// The names of the files of a run folder that say what its models look at.
struct ExplanationPaths {
  explicit ExplanationPaths(const RunPaths& run) : folder(run.folder) {}

  std::string folder;
  std::string importance() const { return folder + "/importance.json"; }
  std::string effects() const { return folder + "/effects.json"; }              // of the most important columns
  std::string contributions() const { return folder + "/contributions.json"; }  // of atoms or patches
};

}  // namespace pauc::record
