#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pauc {

// SHA-256 (FIPS 180-4) of bytes that come piece by piece. Uses the processor's instructions for it where there are any.
class Sha256 {
 public:
  void add(std::string_view bytes);

  // 64 hexadecimal digits, as sha256sum prints them. Nothing may be added afterwards.
  std::string hex();

 private:
  void add_blocks(const unsigned char* data, std::size_t blocks);

  std::array<std::uint32_t, 8> state_ = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<unsigned char, 64> rest_ = {};  // bytes that do not fill a block yet
  std::size_t rest_size_ = 0;
  std::uint64_t bytes_ = 0;
};

std::string sha256_of(std::string_view bytes);

// Of a file, read piece by piece.
std::string sha256_of_file(const std::string& path);
// Of the list that sha256sum prints about many files in this order, their names without folders.
std::string sha256_of_files(const std::vector<std::string>& paths, int threads);

}  // namespace pauc
