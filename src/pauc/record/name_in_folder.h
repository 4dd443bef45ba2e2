#pragma once

#include <algorithm>
#include <string>

#include "pauc/core/io/json_place.h"

namespace pauc::record {

// Whether a name cannot lead out of its folder.
inline bool stays_in_folder(const std::string& name) {
  const bool has_control = std::any_of(name.begin(), name.end(), [](char c) { return c >= 0 && c < ' '; });
  return !name.empty() && name.size() <= kMostNameBytes && name[0] != '.' && name.find('/') == std::string::npos &&
         !has_control;
}

// Such a name; `expected` describes it in the message.
inline std::string name_in_folder(const JsonPlace& place, const std::string& expected) {
  const std::string name = place.text(kMostNameBytes);
  place.require_that(stays_in_folder(name), expected);
  return name;
}

}  // namespace pauc::record
