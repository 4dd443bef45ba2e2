#include "pauc/data/image/path_table.h"

#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"
#include "pauc/data/content_column.h"
#include "pauc/data/image/path_column.h"
#include "pauc/data/table/csv_blocks.h"
#include "pauc/data/table/csv_table.h"

namespace pauc {

namespace {

// The column that --image names or, unasked, one that holds names of images.
std::string image_column(const DataOptions& options) {
  if (!options.image.empty()) return options.image;
  const auto found = find_image_column(options.path, {options.header});
  const auto names = CsvReader(options.path, {options.header}).columns();
  require_usage(found.has_value(), "image: ", options.path,
                ": no column has names of PNG or JPEG files; expected one of ", names_nearest_first("image", names));
  return names[*found];
}

// What no other kind has claimed is read as CSV in any case.
bool is_image_path_table(const std::string& path, std::string_view /*head*/) {
  const auto column = find_image_column(path, {});
  if (!column) return false;
  CsvReader csv(path, {});
  std::error_code ignored;
  return csv.next() &&
         std::filesystem::exists(std::filesystem::path(path).parent_path() / trimmed(csv.field(*column)), ignored);
}

Examples load_image_path_table(const DataOptions& options) {
  DataOptions with_column = options;
  with_column.image = image_column(options);
  return load_csv(with_column);
}

// The images that the file `path` names, in the order of its rows.
std::vector<std::string> images_named_in(const std::string& path, const DataOptions& options) {
  CsvReader csv(path, {options.header});
  const std::size_t column = csv.column(image_column(options));
  const ImagePathColumn below(path, options.image_root);
  std::vector<std::string> files;
  while (csv.next()) {
    const auto row = static_cast<std::int64_t>(files.size()) + 1;
    files.push_back(below.image(std::string(trimmed(csv.field(column))), row).path);
  }
  return files;
}

std::vector<SourceFiles> path_table_sources(const DataOptions& options, const std::string& path) {
  return {{path, {path}}, {path + " (images)", images_named_in(path, options)}};
}

}  // namespace

DatasetKind image_path_table_kind() {
  DatasetKind kind;
  kind.name = "images";
  kind.summary = "CSV with a column of paths to PNG or JPEG images (--image, --image-root)";
  kind.content = InputKind::image;
  kind.image_options = ImageOptions::of_files;
  kind.recognises = is_image_path_table;
  kind.has_columns = [](const std::string& /*path*/) { return true; };
  kind.load = load_image_path_table;
  kind.open = open_csv_blocks;
  kind.sources = path_table_sources;
  return kind;
}

}  // namespace pauc
