#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pauc {

// One tensor of a safetensors file. The type is the format's own word: F64, F32, F16, BF16, I64, I32, I16, I8, U8,
// BOOL.
struct StoredTensor {
  std::string name;
  std::string type;
  std::vector<std::int64_t> shape;
  std::string_view bytes;  // little-endian, row by row
};

// A whole file in memory; the tensors' bytes point into it.
class Safetensors {
 public:
  Safetensors(Safetensors&&) = default;
  Safetensors& operator=(Safetensors&&) = default;

  // Refuses anything but a correct safetensors file: a header above 100 MB or with JSON that does not follow the
  // format, repeated names, sizes that do not match type and shape, gaps, overlaps, and missing or extra bytes.
  static Safetensors read(const std::string& path);

  const std::vector<StoredTensor>& tensors() const { return tensors_; }  // in the order of their bytes
  const std::map<std::string, std::string>& metadata() const { return metadata_; }

 private:
  Safetensors() = default;

  std::vector<char> content_;  // not a string: moving a short string would move its bytes
  std::vector<StoredTensor> tensors_;
  std::map<std::string, std::string> metadata_;
};

// Writes a file atomically. The same tensors give the same bytes.
void write_safetensors(const std::string& path, const std::vector<StoredTensor>& tensors,
                       const std::map<std::string, std::string>& metadata = {});

}  // namespace pauc
