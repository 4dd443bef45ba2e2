#pragma once

#include <optional>
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
  // By the path and the first bytes of what it holds (unpacked); kinds are asked in the order of the registry.
  bool (*recognises)(const std::string& path, std::string_view head);
  Examples (*load)(const DataOptions& options);
  // To be scored block by block; null: made data, of which there is nothing to score.
  NextBlock (*open)(const BlockOptions& options, const std::vector<WantedColumn>& wanted,
                    std::vector<std::string>& notes);
  // Of the file or folder `path` in these options; null: the file itself.
  std::vector<SourceFiles> (*sources)(const DataOptions& options, const std::string& path) = nullptr;
  ImageOptions image_options = ImageOptions::none;
};

const std::vector<DatasetKind>& dataset_registry();

// The files that a training on these data depends on. Refuses a folder of no known kind.
std::vector<SourceFiles> sources_of(const DataOptions& options);

// The kind of that name or, "auto", the first that recognises the file; of this content only, if one is said.
const DatasetKind& dataset_kind(const std::string& kind, const std::string& path,
                                std::optional<InputKind> content = std::nullopt);

}  // namespace pauc
