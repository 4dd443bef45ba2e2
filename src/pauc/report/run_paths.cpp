#include "pauc/report/run_paths.h"

#include <algorithm>
#include <filesystem>

namespace pauc {

namespace {

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

}  // namespace

std::vector<std::string> RunPaths::all() const {
  return {
      metrics(),           page(),    config(),           log(),        model(),      card(),     predictions("valid"),
      predictions("test"), hardest(), candidates_table(), checkpoint(), candidates(), beginning()};
}

bool RunPaths::has_run() const {
  const auto files = all();
  // A page alone is no run: it may be written anywhere.
  return std::any_of(files.begin(), files.end(), [&](const auto& file) { return file != page() && is_there(file); });
}

bool RunPaths::finished() const { return is_there(metrics()); }

}  // namespace pauc
