#include "pauc/data/image/path_column.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/text/utf8.h"

namespace pauc {

namespace {

namespace fs = std::filesystem;

bool goes_up(const fs::path& path) {
  return std::any_of(path.begin(), path.end(), [](const fs::path& step) { return step == ".."; });
}

bool is_below(const fs::path& path, const fs::path& root) {
  return std::mismatch(root.begin(), root.end(), path.begin(), path.end()).first == root.end();
}

// Checks "a/../b" as it is written and as the system resolves it, since "a" may be a link to another folder.
bool leads_out(const fs::path& path, const fs::path& root) {
  if (!goes_up(path)) return false;
  if (goes_up(path.lexically_normal())) return true;
  std::error_code failed;
  const fs::path real = fs::weakly_canonical(root / path.parent_path(), failed);
  return failed || !is_below(real, fs::weakly_canonical(root, failed));
}

fs::path with_extension(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_regular_file(path, ignored) || has_image_name(path.native())) return path;
  for (const char* extension : {".jpg", ".jpeg", ".png"}) {
    fs::path extended = path;
    extended += extension;
    if (fs::is_regular_file(extended, ignored)) return extended;
  }
  return path;
}

}  // namespace

ImagePathColumn::ImagePathColumn(std::string file, const std::string& root)
    : file_(std::move(file)), root_(root.empty() ? fs::path(file_).parent_path().string() : root) {
  std::error_code ignored;
  if (!root.empty() && !fs::is_directory(root_, ignored)) {
    fail(Fault::no_input, root_, ": expected a folder of images, got ",
         fs::exists(root_, ignored) ? "a file" : "nothing of that name");
  }
  if (root_.empty()) root_ = ".";
}

ImageFile ImagePathColumn::image(const std::string& path, std::int64_t row) const {
  const std::string place = joined(file_, ": row ", row);
  require(!path.empty(), place, ": expected the path of an image, got an empty one");
  require(path.find('\0') == std::string::npos && fs::path(path).is_relative() && !leads_out(path, root_), place,
          ": expected a path below the folder of the images (", root_, "), got ", shown(printable(path)));
  const fs::path joined_path = root_ == "." ? fs::path(path) : fs::path(root_) / path;
  const fs::path found = with_extension(joined_path);
  std::error_code ignored;
  if (!fs::exists(found, ignored)) {
    fail(Fault::no_input, place, ": ", found.string(), ": no such file",
         has_image_name(path) ? "" : ", nor with .jpg, .jpeg or .png", "; paths start from ", root_,
         ", the option image_root names another folder");
  }
  return {found.string(), place};
}

}  // namespace pauc
