#include "pauc/core/folder.h"

#include <filesystem>

#include "pauc/core/error.h"

namespace pauc {

void make_folder(const std::string& folder) {
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) fail(Fault::cannot_create, folder, ": cannot create: ", failed.message());
}

}  // namespace pauc
