#include "pauc/core/io/checksum.h"

#include <zlib.h>

#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/io/file_reader.h"
#include "pauc/core/parallel.h"

namespace pauc {

std::uint32_t checksum(std::string_view bytes, std::uint32_t before) {
  if (bytes.empty()) return before;  // zlib takes a null pointer as the wish to begin anew
  return static_cast<std::uint32_t>(
      crc32_z(before, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

bool operator==(const Fingerprint& a, const Fingerprint& b) { return a.bytes == b.bytes && a.crc == b.crc; }

Fingerprint fingerprint_of(const std::string& path) {
  FileReader file(path);
  std::vector<char> buffer(1 << 20);
  Fingerprint result;
  while (const std::size_t count = file.read(buffer.data(), buffer.size())) {
    result.crc = checksum({buffer.data(), count}, result.crc);
    result.bytes += static_cast<std::int64_t>(count);
  }
  return result;
}

Fingerprint fingerprint_of(const std::vector<std::string>& paths, int threads) {
  std::vector<Fingerprint> each(paths.size());
  parallel_for(static_cast<std::int64_t>(paths.size()), threads,
               [&](std::int64_t k) { each[k] = fingerprint_of(paths[k]); });
  Fingerprint all;
  for (std::size_t k = 0; k < paths.size(); ++k) {
    all.bytes += each[k].bytes;
    all.crc = checksum(joined(paths[k], '\n', each[k].bytes, ' ', std::int64_t{each[k].crc}, '\n'), all.crc);
  }
  return all;
}

}  // namespace pauc
