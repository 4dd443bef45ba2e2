#pragma once

#include <algorithm>
#include <string>

#include "pauc/core/io/json_place.h"

namespace pauc::record {

// A name that cannot lead out of the folder; `expected` describes it in the message.
inline std::string name_in_folder(const JsonPlace& place, const std::string& expected) {
  const std::string name = place.text(kMostNameBytes);
  const bool has_control = std::any_of(name.begin(), name.end(), [](char c) { return c >= 0 && c < ' '; });
  place.require_that(!name.empty() && name[0] != '.' && name.find('/') == std::string::npos && !has_control, expected);
  return name;
}

}  // namespace pauc::record
