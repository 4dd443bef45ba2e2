#pragma once

#include <cstdint>
#include <string>

#include "pauc/data/image/file.h"

namespace pauc {

// The images that a file names by their paths below one folder.
class ImagePathColumn {
 public:
  // `root`: empty for the folder that the file lies in.
  ImagePathColumn(std::string file, const std::string& root);

  // The image that a row names. A path without extension that is no file gets .jpg, .jpeg or .png, whichever there is.
  // Refused: an empty path, an absolute one, and one that leads out of the folder; links may point anywhere.
  ImageFile image(const std::string& path, std::int64_t row) const;

 private:
  std::string file_;
  std::string root_;
};

}  // namespace pauc
