#include "pauc/record/picture_json.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/base64.h"

namespace pauc::record {

namespace {

constexpr std::size_t kMostPictureBytes = 1 << 20;
constexpr std::array kPictureTypes = {"image/png", "image/jpeg", "image/svg+xml"};

}  // namespace

nlohmann::ordered_json picture_json(const Picture& picture) {
  return {{"type", picture.type}, {"data", base64_of(picture.bytes)}};
}

Picture picture_from(const JsonPlace& place) {
  Picture picture;
  const JsonPlace type = place.at("type");
  picture.type = type.text();
  const bool known = std::find(kPictureTypes.begin(), kPictureTypes.end(), picture.type) != kPictureTypes.end();
  type.require_that(known, "image/png, image/jpeg or image/svg+xml");
  const JsonPlace data = place.at("data");
  const auto bytes = bytes_of_base64(data.text(2 * kMostPictureBytes));
  data.require_that(bytes && !bytes->empty(), "a picture as base64");
  require(bytes->size() <= kMostPictureBytes, data.where(), ": expected a picture of at most ", kMostPictureBytes,
          " bytes, got ", bytes->size());
  picture.bytes = *bytes;
  return picture;
}

}  // namespace pauc::record
