#include "pauc/record/seen_rows.h"

#include <algorithm>
#include <cstring>

#include "pauc/core/error.h"
#include "pauc/core/io/safetensors.h"
#include "pauc/core/io/whole_file.h"

namespace pauc::record {

namespace {

constexpr const char* kName = "keys";
constexpr const char* kType = "I64";

}  // namespace

void write_seen_rows(const RunPaths& paths, const std::vector<std::uint64_t>& keys) {
  const std::string_view bytes(reinterpret_cast<const char*>(keys.data()), keys.size() * sizeof(std::uint64_t));
  write_safetensors(paths.seen_rows(), {{kName, kType, {static_cast<std::int64_t>(keys.size())}, bytes}});
}

std::optional<std::vector<std::uint64_t>> read_seen_rows(const RunPaths& paths) {
  const std::string path = paths.seen_rows();
  if (!is_there(path)) return std::nullopt;
  const Safetensors file = Safetensors::read(path);
  const bool fits = file.tensors().size() == 1 && file.tensors()[0].name == kName && file.tensors()[0].type == kType;
  require(fits, path, ": expected one tensor, ", kName, " of ", kType, ", got others");
  std::vector<std::uint64_t> keys(file.tensors()[0].bytes.size() / sizeof(std::uint64_t));
  std::memcpy(keys.data(), file.tensors()[0].bytes.data(), keys.size() * sizeof(std::uint64_t));
  require(std::is_sorted(keys.begin(), keys.end()), path, ": expected ascending keys, got others");
  return keys;
}

}  // namespace pauc::record
