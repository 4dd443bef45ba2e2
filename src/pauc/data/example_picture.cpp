#include "pauc/data/example_picture.h"

#include <utility>

#include "pauc/data/image/picture.h"
#include "pauc/data/molecule/drawing.h"

namespace pauc {

Picture picture_of(const Content& content, std::int64_t row, const std::vector<double>& contributions,
                   std::int64_t across) {
  const std::int64_t place = content.held().place_of(row);
  if (content.kind == InputKind::image) return image_picture(content.images, place, contributions, across);
  if (content.molecules.size() == 0) return {};
  std::string svg = molecule_svg(content.molecules, place, contributions);
  if (svg.empty()) return {};
  return {"image/svg+xml", std::move(svg)};
}

}  // namespace pauc
