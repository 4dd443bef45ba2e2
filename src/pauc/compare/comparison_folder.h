#pragma once

#include <string>
#include <vector>

#include "pauc/compare/study.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc::compare {

// The output folder of `pauc compare`, all of it below one folder, or below one a dataset.
std::string study_folder(const std::string& out, const Study& study);
std::string runs_folder(const std::string& out, const Study& study);

// Keys of a run that say where things are or how to work, not what the run is.
extern const std::vector<std::string> kKeysOfPlaces;

// A config with paths that start from `root`, as workers need it wherever they work.
Config with_data_root(const Config& config, const std::string& root);

// A dataset's files as they are now. Refuses data that are not there.
std::vector<DataFile> study_files(const Study& study, const std::string& data_root);

// What a comparison is begun with, for compare.json: the version and the data's checksums.
std::string comparison_beginning(const std::vector<DataFile>& files, const std::string& data_root);

// Makes the folder this comparison's, or refuses and leaves it as it is: a folder of something else, other data or
// another version than it was begun with. To be called under its lock.
void begin_comparison(const std::string& out, const std::string& beginning);

// Takes back a beginning that nothing has followed.
void forget_beginning(const std::string& out);

// What was done, when and how fast: one more entry of record.json.
struct CompareSession {
  std::string command;     // without the folders, which differ from machine to machine
  std::int64_t found = 0;  // runs that were finished before
  std::int64_t runs = 0;   // done this time
  double seconds = 0;
  int workers = 0;
  double idle = 0;
};
std::string logged_command(const std::string& config, const std::string& options = "");
bool has_session_log(const std::string& out);
void append_session(const std::string& out, const CompareSession& session);

}  // namespace pauc::compare
