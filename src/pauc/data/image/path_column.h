#pragma once

#include <cstdint>
#include <string>

#include "pauc/data/image/file.h"

namespace pauc {

// A column of image paths: finds the image of each path below one folder.
class ImagePathColumn {
 public:
  // `root` is the folder that paths are relative to; if empty, the folder of the file.
  ImagePathColumn(std::string file, const std::string& root);

  // The image that a row names. If the path is not a file and has no image extension, .jpg, .jpeg and .png are tried.
  // Refuses an empty path, an absolute path and a path that leads out of the folder; links may point anywhere.
  ImageFile image(const std::string& path, std::int64_t row) const;

 private:
  std::string file_;
  std::string root_;
};

}  // namespace pauc
