#pragma once

#include <string>
#include <vector>

#include "pauc/compare/study.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc::compare {

// The folders of a study's results and runs: `out` itself, or a folder per dataset below it.
std::string study_folder(const std::string& out, const Study& study);
std::string runs_folder(const std::string& out, const Study& study);

// Keys of a run's config that do not change its model: paths, the number of threads, and what is explained afterwards.
extern const std::vector<std::string> kKeysOfPlaces;

// A config with absolute paths: workers may run in other folders.
Config with_data_root(const Config& config, const std::string& root);

// The data files of a study with their current checksums. Refuses missing files.
std::vector<DataFile> study_files(const Study& study, const std::string& data_root);

// compare.json: the version of pauc and the data files, with paths relative to the data root.
struct ComparisonStart {
  std::string version;
  std::vector<DataFile> files;
};
ComparisonStart comparison_start(const std::vector<DataFile>& files, const std::string& data_root);

// Prepares the folder for this comparison, or refuses and leaves it unchanged: if it holds something else, or if data
// or version differ from those that the comparison was started with. Call it while holding the lock.
void begin_comparison(const std::string& out, const ComparisonStart& start);

// Removes compare.json and the folder if nothing else is in it.
void forget_start(const std::string& out);

// An entry of the session log, record.json: what was done, when and how fast.
struct CompareSession {
  std::string command;     // without folders, which differ between machines
  std::int64_t found = 0;  // runs finished in earlier sessions
  std::int64_t runs = 0;   // runs done by this call
  double seconds = 0;
  int workers = 0;
  double idle = 0;
};
std::string logged_command(const std::string& config, const std::string& options = "");
bool has_session_log(const std::string& out);
void append_session(const std::string& out, const CompareSession& session);

}  // namespace pauc::compare
