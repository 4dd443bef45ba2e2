#include "pauc/trainer/run/tidy.h"

#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/text/shell_word.h"
#include "pauc/record/run_paths.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc {

namespace {

namespace fs = std::filesystem;

void remove_folder(const std::string& folder, TidySummary& summary) {
  if (!is_there(folder)) return;
  std::error_code failed;
  std::int64_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder, failed)) {
    if (entry.is_regular_file(failed)) bytes += static_cast<std::int64_t>(entry.file_size(failed));
  }
  remove_for_good(folder);
  ++summary.checkpoints;
  summary.bytes += bytes;
}

// Candidates, further targets, labels and the folds of each member are run folders too, and may have candidates
// themselves.
void remove_below(const std::string& run, TidySummary& summary) {
  const record::RunPaths paths(run);
  remove_folder(paths.checkpoint(), summary);
  const auto each_in = [](const std::string& folder, const auto& visit) {
    std::error_code ignored;
    for (const std::string& path : paths_in(folder)) {
      if (fs::is_directory(path, ignored) && !fs::is_symlink(path, ignored)) visit(path);
    }
  };
  const auto visit = [&](const std::string& part) { remove_below(part, summary); };
  each_in(paths.candidates(), visit);
  each_in(paths.targets(), visit);
  each_in(paths.tasks(), visit);
  each_in(paths.members(), [&](const std::string& member) { each_in(member, visit); });
}

}  // namespace

TidySummary tidy(const std::string& run) {
  const record::RunPaths paths(run);
  if (!is_there(run))
    fail(Fault::no_input, run, ": no such folder; expected the folder of a trained run, such as pauc-run");
  if (!is_there(paths.start())) fail(Fault::no_input, run, ": expected the folder of a run, found no run.json in it");
  require(paths.finished(), run, ": the run is not finished, and its checkpoints are needed to resume it: pauc train ",
          "--resume --out ", shell_word(run));
  const RunLock lock(run);
  return remove_checkpoints(run);
}

TidySummary remove_checkpoints(const std::string& run) {
  TidySummary summary;
  remove_below(run, summary);
  return summary;
}

}  // namespace pauc
