#include "pauc/core/io/whole_file.h"

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/file_reader.h"

namespace pauc {

namespace {

// Hands on the bytes by blocks: a size that a file system tells need not be true.
template <class Use>
void read_blocks(const std::string& path, const Use& use) {
  FileReader file(path);
  std::string block(std::size_t{1} << 16, '\0');
  while (const std::size_t count = file.read(block.data(), block.size())) {
    use(std::string_view(block.data(), count));
  }
}

}  // namespace

bool is_there(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

std::string content_of_file(const std::string& path, std::size_t most_bytes) {
  const auto require_fits = [&](std::uintmax_t bytes) {
    require(bytes <= most_bytes, path, ": expected at most ", most_bytes, " bytes, got more");
  };
  std::error_code unknown;
  const auto told = std::filesystem::file_size(path, unknown);
  if (!unknown) require_fits(told);
  std::string text;
  read_blocks(path, [&](std::string_view block) {
    text += block;
    require_fits(text.size());
  });
  return text;
}

void copy_file_atomically(const std::string& from, const std::string& to) {
  AtomicFile copy(to);
  read_blocks(from, [&](std::string_view block) { copy.write(block); });
  copy.commit();
}

}  // namespace pauc
