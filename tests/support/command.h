#pragma once

#include <string>

namespace pauc::test {

struct CommandResult {
  int exit_code;
  std::string out;
  std::string err;
};

// Runs a line of shell in the project's root and waits for its end.
CommandResult run_shell(const std::string& line);

// `pauc` with these arguments, as a user types them.
CommandResult run_pauc(const std::string& arguments);

}  // namespace pauc::test
