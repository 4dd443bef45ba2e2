#pragma once

#include <string>
#include <vector>

namespace pauc::cli {

// A file that an option asks to be written; an empty path: it was not asked for.
struct Output {
  const char* option;
  std::string path;
};

// What is written must not take the place of what is read, nor two outputs the same place; standard output is for the
// figures.
void check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs);

}  // namespace pauc::cli
