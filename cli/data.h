#pragma once

#include <string>

#include "command.h"
#include "pauc/data/options.h"

namespace pauc::cli {

// Reads data, prints notes and warnings, and returns what `pauc data` prints about them.
std::string look_at(DataOptions options, const Global& global);

}  // namespace pauc::cli
