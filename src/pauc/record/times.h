#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pauc/record/run_paths.h"

namespace pauc::record {

// times.json: when a run was trained. It is the only file of a run in which two equal trainings differ, apart from the
// seconds in the log and the page.
struct RunTimes {
  std::string started;                                    // UTC, as in 2026-11-18T08:05:00Z
  std::string finished;                                   // empty: not yet
  std::int64_t resumed = 0;                               // how often it was stopped and resumed
  std::vector<std::pair<std::string, std::string>> data;  // data files without folders, and when they were last changed
  std::string folder;  // where the command was run, seen from the run folder: relative paths start there
};

std::string times_json(const RunTimes& times);
// None if there is no such file, as in runs of old versions.
std::optional<RunTimes> read_times(const RunPaths& paths);

// Its place in the folder of a run.
std::string times_path(const RunPaths& paths);

// The present time, as above.
std::string utc_now();
// When a file was last changed, as above; empty for a folder.
std::string utc_of_change(const std::string& path);

}  // namespace pauc::record
