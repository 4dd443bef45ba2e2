#include "pauc/data/image_list.h"

#include "pauc/core/error.h"
#include "pauc/core/nearest_name.h"
#include "pauc/data/content_column.h"
#include "pauc/data/csv_table.h"

namespace pauc {

// What no other kind has claimed is read as CSV in any case.
bool is_image_list(const std::string& path, std::string_view /*head*/) {
  return find_image_column(path, {}).has_value();
}

Examples load_image_list(const DataOptions& options) {
  if (!options.image.empty()) return load_csv(options);
  const CsvOptions how = {options.header == "no" ? CsvOptions::Header::none : CsvOptions::Header::first_line};
  const auto found = find_image_column(options.path, how);
  const auto names = CsvReader(options.path, how).columns();
  require_usage(found.has_value(), "image: ", options.path,
                ": no column has names of PNG or JPEG files; --image expected one of ",
                names_nearest_first("image", names));
  DataOptions with_column = options;
  with_column.image = names[*found];
  return load_csv(with_column);
}

}  // namespace pauc
