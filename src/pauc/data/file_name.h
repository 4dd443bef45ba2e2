#pragma once

#include <initializer_list>
#include <string_view>

namespace pauc {

// Whether a file's name ends like this, perhaps with .gz behind it.
inline bool has_extension(std::string_view path, std::initializer_list<std::string_view> extensions) {
  const auto ends_with = [&path](std::string_view end) {
    return path.size() >= end.size() && path.substr(path.size() - end.size()) == end;
  };
  if (ends_with(".gz")) path.remove_suffix(3);
  for (const std::string_view extension : extensions) {
    if (ends_with(extension)) return true;
  }
  return false;
}

}  // namespace pauc
