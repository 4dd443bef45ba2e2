#include "torch_program.h"

#include <filesystem>

namespace pauc::cli {

std::string torch_program() {
  std::error_code failed;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", failed).parent_path();
  const auto beside = folder / "pauc-torch";
  if (std::filesystem::exists(beside, failed)) return beside.string();
  return (folder / PAUC_TORCH_FOLDER / "pauc-torch").lexically_normal().string();
}

}  // namespace pauc::cli
