#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/data/blocks.h"
#include "pauc/data/examples.h"

namespace pauc {

/// Files that data are read from: one file, or many files that count as one, such as the images in a folder.
struct SourceFiles {
  /// Name for the user.
  std::string name;
  /// Paths of the files.
  std::vector<std::string> paths;
};

/// Image options that a kind accepts. of_files: image, image_root, image_size and image_channels; of_records: records.
enum class ImageOptions { none, of_files, of_records };

/// A kind of data: how it is described, recognised and read.
struct DatasetKind {
  /// Name that the option `kind` accepts.
  std::string name;
  /// One line for `pauc list datasets`.
  std::string summary;
  /// Content of the examples.
  InputKind content = InputKind::table;
  /// Options that are part of the path.
  std::vector<FieldInfo> options;
  /// Image options that the kind accepts.
  ImageOptions image_options = ImageOptions::none;
  /// Whether data may consist of several files (DataOptions::more).
  bool several_files = false;
  /// Whether a file is CSV, so that labels and other facts of its rows are in columns; empty: no file is.
  std::function<bool(const std::string& path)> has_columns;
  /// Whether the data are of this kind, by their path and the first bytes of the uncompressed file.
  std::function<bool(const std::string& path, std::string_view head)> recognises;
  /// Reads all examples.
  std::function<Examples(const DataOptions& options)> load;
  /// Opens the data to be scored block by block; empty for synthetic data, which cannot be scored.
  std::function<NextBlock(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                          std::vector<std::string>& notes)>
      open;
  /// All files that the data in `path` consist of; empty if `path` is the only file.
  std::function<std::vector<SourceFiles>(const DataOptions& options, const std::string& path)> sources;
};

/// One source per file.
inline std::vector<SourceFiles> each_alone(const std::vector<std::string>& paths) {
  std::vector<SourceFiles> sources;
  for (const std::string& path : paths) sources.push_back({path, {path}});
  return sources;
}

}  // namespace pauc
