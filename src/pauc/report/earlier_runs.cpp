#include "pauc/report/earlier_runs.h"

#include <filesystem>

#include "pauc/core/io/whole_file.h"
#include "pauc/record/run_paths.h"

namespace pauc::report {

namespace {

std::filesystem::path place_of(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(folder + "/.", ignored);
}

}  // namespace

void take_rows_of_successor(const FinishedRun& run, FinishedRun& earlier) {
  constexpr const char* kPart = "test-like";
  const record::RunPaths paths(run.folder);
  if (run.like.empty() || place_of(run.like) != place_of(earlier.folder)) return;
  if (!is_there(paths.predictions(kPart))) return;
  earlier.part = record::read_predictions(paths, kPart);
  earlier.hardest = record::hardest_of(earlier.part);
  earlier.contributions.clear();  // of other rows
}

}  // namespace pauc::report
