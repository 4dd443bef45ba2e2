#pragma once

#include <string>
#include <vector>

namespace pauc::cli {

// A file to write for an option; empty path: the option was not given.
struct Output {
  const char* option;
  std::string path;
};

// Refuses an output that is also an input, the same file for two outputs, and standard output, which is for results.
void check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);

}  // namespace pauc::cli
