#pragma once

#include <string>

namespace pauc::test {

struct CommandResult {
  int exit_code;
  std::string out;
  std::string err;
};

// Shell variables that keep tests out of the user's cache.
std::string no_cache();

// Runs a shell command in the root of the project and waits for it.
CommandResult run_shell(const std::string& line);

// Runs `pauc` with these arguments.
CommandResult run_pauc(const std::string& arguments);

}  // namespace pauc::test
