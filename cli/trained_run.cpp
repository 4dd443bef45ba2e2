#include "trained_run.h"

#include <filesystem>

#include "pauc/core/error.h"

namespace pauc::cli {

bool is_run_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path + "/run.json", ignored) || std::filesystem::exists(path + "/model.json", ignored);
}

void require_run_folder(const std::string& run) {
  std::error_code ignored;
  require_usage(!std::filesystem::is_regular_file(run, ignored), "run: expected the folder of a trained run, got ", run,
                ", a file");
  if (!std::filesystem::exists(run, ignored)) {
    fail(Fault::no_input, run, ": no such folder; expected the folder of a trained run, such as pauc-run");
  }
}

}  // namespace pauc::cli
