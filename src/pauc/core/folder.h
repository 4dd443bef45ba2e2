#pragma once

#include <string>

namespace pauc {

// A folder and those above it, where they are not there yet.
void make_folder(const std::string& folder);

}  // namespace pauc
