#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/options.h"
#include "pauc/record/run_paths.h"
#include "pauc/record/run_start.h"
#include "pauc/trainer/config/config.h"

namespace pauc {

/// The action of `train` if its folder already holds a run: refuse it, resume it, or replace it.
enum class OutputMode { fresh, resume, overwrite };
/// Whether a run may be resumed after its data files have changed.
enum class ChangedData { refused, allowed };

using record::DataFile;

// The files that data are read from, with their current checksums.
std::vector<DataFile> data_files(const DataOptions& options, int threads = 1);

// The start of a run, run.json, with its config.
struct RunBeginning {
  std::string version;
  Config asked;
  std::vector<DataFile> files;
  std::optional<std::uint32_t> rows_crc = {};  // of the rows of each part; none: not known yet
};

// `pauc-run`, or the first of `pauc-run-2`, ... that does not exist.
std::string free_folder();

void write_beginning(const record::RunPaths& paths, const RunBeginning& beginning);
RunBeginning read_beginning(const record::RunPaths& paths);

// Removes temporary files that a killed process has left.
void remove_temporary_files(const std::string& folder);

// Locks a folder, which is created if necessary, so that no second process writes to it. If it stays locked for the
// time of `patience`, which allows a killed process to end, the lock is refused.
class RunLock {
 public:
  explicit RunLock(const std::string& folder, std::chrono::milliseconds patience = {});
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int descriptor_ = -1;
};

// Whether a process holds the lock of an existing folder.
bool is_locked(const std::string& folder);

// Refuses what begin_run would refuse; writes nothing.
void check_can_begin(const record::RunPaths& paths, const RunBeginning& beginning, OutputMode mode,
                     ChangedData changed_data);

// Prepares the folder for this run, or refuses and leaves it unchanged. Call it while holding the lock. `resume`
// refuses another major version, another config, other data and the same data in other parts, and names the
// difference; epochs, threads, checkpoint_every and keep_checkpoints may differ, and the new values are stored for the
// next time.
void begin_run(const record::RunPaths& paths, const RunBeginning& beginning, OutputMode mode, ChangedData changed_data);

// Before a training goes on: removes metrics.json, which says that the run is finished, and all that rests on it: the
// page, the scores of an earlier model, the date of the end.
void mark_unfinished(const record::RunPaths& paths);

// Writes down that a run begins, or is resumed, now, unless it has ended; and that it has ended. Call them under the
// lock.
void write_start_time(const record::RunPaths& paths, const std::vector<DataFile>& files);
void write_end_time(const record::RunPaths& paths);

// Whether nothing is left to do: a process may be killed between metrics.json and the end time.
bool has_ended(const record::RunPaths& paths);

// The config asked for. Options that may change and are not set take their values from the run in the folder.
Config with_options_of_before(const record::RunPaths& paths, const Config& asked);

}  // namespace pauc
