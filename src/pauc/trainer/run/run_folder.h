#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "pauc/data/options.h"
#include "pauc/record/run_paths.h"
#include "pauc/record/run_start.h"
#include "pauc/trainer/config/config.h"

namespace pauc {

enum class OutputMode { fresh, resume, overwrite };
enum class ChangedData { refused, allowed };

using record::DataFile;

// The files that data are read from, as they are now.
std::vector<DataFile> data_files(const DataOptions& options, int threads = 1);

// What a run was begun with: run.json.
struct RunBeginning {
  std::string version;
  Config asked;
  std::vector<DataFile> files;
};

// `pauc-run`, or the first of `pauc-run-2`, ... that is not there.
std::string free_folder();

void write_beginning(const record::RunPaths& paths, const RunBeginning& beginning);
RunBeginning read_beginning(const record::RunPaths& paths);

// What writes that were killed have left.
void remove_temporary_files(const std::string& folder);

// Held while a run is at work, so that no second process writes to its folder; refused when one does, after so long:
// one that was killed may need a moment to end. Makes the folder.
class RunLock {
 public:
  explicit RunLock(const std::string& folder, std::chrono::milliseconds patience = {});
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int descriptor_ = -1;
};

// Whether somebody holds the lock of a folder that is there.
bool is_locked(const std::string& folder);

// Refuses what begin_run would refuse, and touches nothing.
void check_can_begin(const record::RunPaths& paths, const RunBeginning& beginning, OutputMode mode,
                     ChangedData changed_data);

// Makes the folder ready for this run, or refuses and leaves it as it is; to be called under the lock. `resume` refuses
// another version, another config (but for epochs, threads and checkpoint-every) and other data, naming the difference;
// what may change is remembered for the next time.
void begin_run(const record::RunPaths& paths, const RunBeginning& beginning, OutputMode mode, ChangedData changed_data);

// What was asked for, and of the options that may change on the way those that were not given, as the run had them.
Config with_options_of_before(const record::RunPaths& paths, const Config& asked);

}  // namespace pauc
