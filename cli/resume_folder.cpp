#include "resume_folder.h"

#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/record/run_paths.h"
#include "pauc/record/run_start.h"
#include "pauc/record/times.h"

namespace pauc::cli {

namespace {

namespace fs = std::filesystem;

// The path of the data as it was given; empty if it does not depend on the current folder.
std::string relative_data(const record::RunPaths& paths) {
  for (const auto& [key, value] : record::read_run_start(paths).asked) {
    const bool is_file = key == "data.path" && value.find(':') == std::string::npos;  // synthetic:... is none
    if (is_file && fs::path(value).is_relative()) return value;
  }
  return "";
}

}  // namespace

void find_data_of_run(TrainArgs& args, const Global& global) {
  const record::RunPaths paths(args.out.empty() ? "pauc-run" : args.out);
  if (!args.resume || args.config.has("data.path") || !is_there(paths.start())) return;
  const std::string data = relative_data(paths);
  if (data.empty() || is_there(data)) return;
  std::error_code failed;
  const auto times = record::read_times(paths);
  const fs::path begun = times ? fs::weakly_canonical(fs::path(paths.folder) / times->folder, failed) : fs::path();
  if (begun.empty() || !is_there((begun / data).string())) {
    fail(Fault::no_input, data, ": no such file; relative paths start at ", fs::current_path(failed).string(),
         ", where this command runs");
  }
  args.out = fs::absolute(paths.folder, failed).string();
  fs::current_path(begun, failed);
  if (failed) fail(Fault::no_input, begun.string(), ": cannot go there: ", failed.message());
  if (global.rank == 0) print_note(global, joined("relative paths start at ", begun.string(), ", where the run began"));
}

}  // namespace pauc::cli
