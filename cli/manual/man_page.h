#pragma once

#include <string>

#include "command_facts.h"

namespace pauc::cli {

// The man page of the program as a whole: pauc.1.
std::string program_man_page(const ProgramFacts& facts);

// The man page of one of its commands: pauc-train.1.
std::string command_man_page(const CommandFacts& command, const ProgramFacts& facts);

}  // namespace pauc::cli
