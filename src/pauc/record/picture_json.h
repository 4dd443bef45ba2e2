#pragma once

#include <nlohmann/json_fwd.hpp>

#include "pauc/core/io/json_place.h"
#include "pauc/core/picture.h"

namespace pauc::record {

// A picture as its type and base64.
nlohmann::ordered_json picture_json(const Picture& picture);
// Refuses other types than PNG, JPEG and SVG, text that is not base64, and pictures above a megabyte.
Picture picture_from(const JsonPlace& place);

}  // namespace pauc::record
