#pragma once

#include <string>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"
#include "pauc/data/image/file.h"

namespace pauc {

// Makes images, one file a row, the content of the examples; refused, with file and row, where one cannot be read.
void add_image_files(std::vector<ImageFile> files, const DataOptions& options, Examples& examples);

// The same of each row's path, of examples whose facts are known already.
void add_images(const std::vector<std::string>& paths, const DataOptions& options, Examples& examples);

// The same for a block whose rows are numbered already: those that cannot be read are black and marked, with a
// complaint. `file` names the block's file.
void add_images(const std::vector<std::string>& paths, const std::string& file, const BlockOptions& options,
                Block& block);
void add_image_files(const std::vector<ImageFile>& files, const BlockOptions& options, Block& block);

// Rows of a block, so that its images take no more than some 64 MB.
std::int64_t block_rows(const BlockOptions& options);

}  // namespace pauc
