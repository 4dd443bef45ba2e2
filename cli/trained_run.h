#pragma once

#include <string>

namespace pauc::cli {

// Whether files of a run are in the folder.
bool is_run_folder(const std::string& path);

// Refuses what cannot be the folder of a trained run: nothing there, or a file.
void require_run_folder(const std::string& run);

}  // namespace pauc::cli
