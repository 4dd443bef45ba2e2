#include "pauc/report/earlier_runs.h"

#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/record/run_paths.h"

namespace pauc::report {

namespace {

std::filesystem::path place_of(const std::string& folder) {
  std::error_code ignored;
  return std::filesystem::weakly_canonical(folder + "/.", ignored);
}

// Both are shown on the rows that the earlier model was not trained on.
void leave_out_seen(const FinishedRun& earlier, FinishedRun& run) {
  const std::size_t before = run.part.numbers.size();
  std::vector<std::size_t> rows;
  for (std::size_t k = 0, next = 0; k < before && next < earlier.part.numbers.size(); ++k) {
    if (run.part.numbers[k] != earlier.part.numbers[next]) continue;
    rows.push_back(k);
    ++next;
  }
  if (rows.size() == before || rows.size() != earlier.part.numbers.size()) return;
  run.part = record::rows_at(run.part, rows);
  run.card.warnings.push_back(joined(before - rows.size(), " of the ", before, " test rows, on which ", earlier.folder,
                                     " was trained, are left out of the comparison and of this page"));
}

}  // namespace

void take_rows_of_successor(FinishedRun& run, FinishedRun& earlier) {
  constexpr const char* kPart = "test-like";
  const record::RunPaths paths(run.folder);
  if (run.like.empty() || place_of(run.like) != place_of(earlier.folder)) return;
  if (!is_there(paths.predictions(kPart))) return;
  earlier.part = record::read_predictions(paths, kPart);
  earlier.hardest = record::hardest_of(earlier.part);
  earlier.contributions.clear();  // of other rows
  leave_out_seen(earlier, run);
}

}  // namespace pauc::report
