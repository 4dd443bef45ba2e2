#pragma once

#include <string>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"
#include "pauc/data/image/file.h"

namespace pauc {

// Makes the images in these files, one per row, the content of the examples. An image that cannot be read is refused
// with its file and row.
void add_image_files(std::vector<ImageFile> files, const DataOptions& options, Examples& examples);

// The same for the image path of each row. The facts of the examples must be known already.
void add_images(const std::vector<std::string>& paths, const DataOptions& options, Examples& examples);

// The same for a block whose rows are numbered already. An image that cannot be read becomes black, and its row is
// marked as unreadable with a complaint. `file` is the name of the file that the block comes from.
void add_images(const std::vector<std::string>& paths, const std::string& file, const BlockOptions& options,
                Block& block);
void add_image_files(const std::vector<ImageFile>& files, const BlockOptions& options, Block& block);

// Number of rows in a block, such that its images take at most about 64 MB.
std::int64_t block_rows(const BlockOptions& options);

}  // namespace pauc
