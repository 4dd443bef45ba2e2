#pragma once

#include <string>

#include "command_facts.h"

namespace pauc::cli {

// Scripts that tell a shell what may come next on a command line: commands, flags, their values, files.
std::string bash_completion(const ProgramFacts& facts);
std::string fish_completion(const ProgramFacts& facts);
std::string zsh_completion(const ProgramFacts& facts);

}  // namespace pauc::cli
