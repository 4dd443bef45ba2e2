#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pauc {

// CRC-32 as in zlib. `before` is the checksum of the bytes that precede these.
std::uint32_t checksum(std::string_view bytes, std::uint32_t before = 0);

// Size and checksum of a file, to detect whether it has changed.
struct Fingerprint {
  std::int64_t bytes = 0;
  std::uint32_t crc = 0;
};
bool operator==(const Fingerprint& a, const Fingerprint& b);
Fingerprint fingerprint_of(const std::string& path);

// One fingerprint for many files: the sum of their sizes, and a checksum of their names, sizes and checksums in this
// order.
Fingerprint fingerprint_of(const std::vector<std::string>& paths, int threads);

}  // namespace pauc
