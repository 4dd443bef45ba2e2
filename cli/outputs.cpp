#include "outputs.h"

#include <filesystem>

#include "pauc/core/error.h"

namespace pauc::cli {

namespace {

namespace fs = std::filesystem;

bool same_file(const std::string& a, const std::string& b) {
  std::error_code failed;
  if (fs::equivalent(a, b, failed)) return true;
  return fs::weakly_canonical(a, failed) == fs::weakly_canonical(b, failed);
}

}  // namespace

void check_outputs(const std::vector<Output>& outputs, const std::vector<std::string>& inputs) {
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    const auto& [option, path] = outputs[k];
    if (path.empty()) continue;
    require_usage(path != "-", option, ": expected a file to write, got standard output, where the figures go");
    for (const std::string& input : inputs) {
      require_usage(!same_file(path, input), option, ": expected another file than those that are read, got ", path);
    }
    for (std::size_t other = 0; other < k; ++other) {
      const bool same = !outputs[other].path.empty() && same_file(path, outputs[other].path);
      require_usage(!same, option, ": expected another file than --", outputs[other].option, ", got ", path);
    }
  }
}

}  // namespace pauc::cli
