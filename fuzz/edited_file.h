#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pauc::fuzz {

// One of these files, changed as the fuzzer's bytes say: which, where it is cut off (two bytes, none where that is
// behind its end), and edits of three bytes each, place and new value. So the fuzzer gets behind checks that bytes of
// its own making would never pass.
inline std::string edited_file(const std::vector<std::string>& files, const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kHead = 3;
  constexpr std::size_t kEdit = 3;
  const auto number = [&](std::size_t place) -> std::size_t { return 256 * data[place] + data[place + 1]; };
  if (size < kHead) return files[0].substr(0, size);
  std::string file = files[data[0] % files.size()];
  if (number(1) < file.size()) file.resize(number(1));
  for (std::size_t k = kHead; k + kEdit <= size && !file.empty(); k += kEdit) {
    file[number(k) % file.size()] = static_cast<char>(data[k + 2]);
  }
  return file;
}

}  // namespace pauc::fuzz
