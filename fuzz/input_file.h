#pragma once

#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace pauc::fuzz {

// A path of this process's own.
inline std::string own_path() { return "/tmp/pauc-fuzz-" + std::to_string(getpid()); }

// A new file each time: ext4 flushes one that is truncated and written again, which takes fifty times as long.
inline void write_file(const std::string& path, std::string_view bytes) {
  unlink(path.c_str());
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), file) != bytes.size() || std::fclose(file) != 0) {
    std::abort();
  }
}

// The fuzzer's bytes as a file; returns its path.
inline std::string input_file(const std::uint8_t* data, std::size_t size) {
  static const std::string kPath = own_path();
  write_file(kPath, {reinterpret_cast<const char*>(data), size});
  return kPath;
}

}  // namespace pauc::fuzz
