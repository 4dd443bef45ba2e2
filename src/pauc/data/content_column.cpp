#include "pauc/data/content_column.h"

#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/text/number.h"
#include "pauc/data/image/file.h"
#include "pauc/data/molecule/structure_rows.h"

namespace pauc {

ContentColumn content_column(const DataOptions& options) {
  require_usage(options.smiles.empty() || options.image.empty(), "image: expected without smiles, got both");
  if (!options.smiles.empty()) return {InputKind::molecule, options.smiles};
  if (!options.image.empty()) return {InputKind::image, options.image};
  return {};
}

const char* content_noun(InputKind kind) { return kind == InputKind::image ? "images" : "molecules"; }

const char* content_option(InputKind kind) { return kind == InputKind::image ? "image" : "smiles"; }

std::optional<std::size_t> find_image_column(const std::string& path, const CsvOptions& options) {
  constexpr int kLooked = 20;
  CsvReader csv = open_rows(path, options);
  std::vector<bool> holds_images(csv.columns().size(), true);
  int rows = 0;
  for (; rows < kLooked && csv.next(); ++rows) {
    for (std::size_t column = 0; column < holds_images.size(); ++column) {
      holds_images[column] = holds_images[column] && has_image_name(trimmed(csv.field(column)));
    }
  }
  for (std::size_t column = 0; rows > 0 && column < holds_images.size(); ++column) {
    if (holds_images[column]) return column;
  }
  return std::nullopt;
}

}  // namespace pauc
