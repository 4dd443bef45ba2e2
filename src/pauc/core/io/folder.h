#pragma once

#include <functional>
#include <string>

namespace pauc {

// Creates a folder and its parents if they do not exist.
void make_folder(const std::string& folder);

// Name of a folder without its path: "run" for run, run/ and /anywhere/run. "." gives the name of the current folder.
std::string folder_name(const std::string& folder);

// Absolute path without a slash at the end, so that each folder has one spelling.
std::string absolute_folder(const std::string& folder);

// Removes the files in a folder whose names are chosen. Subfolders stay.
void remove_files(const std::string& folder, const std::function<bool(const std::string& name)>& is_chosen);

}  // namespace pauc
