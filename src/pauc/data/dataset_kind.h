#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"

namespace pauc {

// Files that data are read from: one, or many that count as one, such as the images of a folder.
struct SourceFiles {
  std::string name;
  std::vector<std::string> paths;
};

// Options that a kind heeds: --image-root, --image-size, --image-channels, or --records.
enum class ImageOptions { none, of_files, of_records };

// A kind of data: a row of `pauc list datasets`, how it is recognised and how it is read.
struct DatasetKind {
  std::string name;
  std::string summary;
  InputKind content = InputKind::table;
  std::vector<FieldInfo> options;
  ImageOptions image_options = ImageOptions::none;
  // By the path and the first bytes of what it holds (unpacked); kinds are asked in the order of the registry.
  std::function<bool(const std::string& path, std::string_view head)> recognises;
  std::function<Examples(const DataOptions& options)> load;
  // To be scored block by block; empty: made data, of which there is nothing to score.
  std::function<NextBlock(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                          std::vector<std::string>& notes)>
      open;
  // Of the file or folder `path` in these options; empty: the file itself.
  std::function<std::vector<SourceFiles>(const DataOptions& options, const std::string& path)> sources;
};

// One source for each file.
inline std::vector<SourceFiles> each_alone(const std::vector<std::string>& paths) {
  std::vector<SourceFiles> sources;
  for (const std::string& path : paths) sources.push_back({path, {path}});
  return sources;
}

}  // namespace pauc
