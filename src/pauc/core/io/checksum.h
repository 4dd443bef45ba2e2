#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pauc {

// CRC-32 (zlib's) of some bytes; `before` is the checksum of what stands in front of them.
std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0);

// A file's size and checksum: enough to tell whether it has been changed since.
struct Fingerprint {
  std::int64_t bytes = 0;
  std::uint32_t crc = 0;
};
bool operator==(const Fingerprint& a, const Fingerprint& b);
Fingerprint fingerprint_of(const std::string& path);

// Many files as one: all their bytes, and a checksum of their names, sizes and checksums in this order.
Fingerprint fingerprint_of(const std::vector<std::string>& paths, int threads);

}  // namespace pauc
