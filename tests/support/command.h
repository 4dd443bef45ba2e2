#pragma once

#include <string>

namespace pauc::test {

struct CommandResult {
  int exit_code;
  std::string out;
  std::string err;
};

// For a shell: tests leave nothing in the user's own cache.
std::string no_cache();

// Runs a line of shell in the project's root and waits for its end.
CommandResult run_shell(const std::string& line);

// `pauc` with these arguments, as a user types them.
CommandResult run_pauc(const std::string& arguments);

}  // namespace pauc::test
