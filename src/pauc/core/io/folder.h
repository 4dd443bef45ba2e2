#pragma once

#include <functional>
#include <string>

namespace pauc {

// A folder and those above it, where they are not there yet.
void make_folder(const std::string& folder);

// "run" for run, run/ and /anywhere/run, and for "." the name of the folder that it is.
std::string folder_name(const std::string& folder);

// From the root on, without a slash at the end: one folder has one text.
std::string absolute_folder(const std::string& folder);

// Takes away the files of a folder, not its folders, whose names are chosen.
void remove_files(const std::string& folder, const std::function<bool(const std::string& name)>& is_chosen);

}  // namespace pauc
