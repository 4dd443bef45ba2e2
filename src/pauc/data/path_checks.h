#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <system_error>

#include "pauc/core/error.h"
#include "pauc/core/io/byte_source.h"

namespace pauc {

// Whether a file's name has one of these endings, possibly followed by .gz.
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

inline bool is_folder(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored);
}

// Refuses what can be read only once where a file is read twice; `option` is where it was given.
inline void require_no_stream(const char* option, const std::string& path) {
  require_usage(path != "-", option, ": expected a file, which can be read again, got standard input");
  require_usage(!is_stream(path), option, ": expected a file, which can be read again, got ", path, ", a pipe");
}

// The first of `path` + ending that is a file; empty if none is.
inline std::string file_with_ending(const std::string& path, std::initializer_list<const char*> endings) {
  for (const char* ending : endings) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path + ending, ignored)) return path + ending;
  }
  return "";
}

}  // namespace pauc
