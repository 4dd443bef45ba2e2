#pragma once

#include <functional>
#include <string>
#include <vector>

namespace pauc {

// Creates a folder and its parents if they do not exist. They survive a power loss.
void make_folder(const std::string& folder);

// Makes what was created, renamed and removed in a folder survive a power loss.
void sync_folder(const std::string& folder);

// Paths of the entries of a folder, in no particular order; none if the folder does not exist.
std::vector<std::string> paths_in(const std::string& folder);

// Name of a folder without its path: "run" for run, run/ and /anywhere/run. "." gives the name of the current folder.
std::string folder_name(const std::string& folder);

// Absolute path without a slash at the end, so that each folder has one spelling.
std::string absolute_folder(const std::string& folder);

// Removes a file, or a folder with all that it holds, if it is there. It stays gone after a power loss.
void remove_for_good(const std::string& path);

// Removes the files in a folder whose names are chosen. Subfolders stay.
void remove_files(const std::string& folder, const std::function<bool(const std::string& name)>& is_chosen);

}  // namespace pauc
