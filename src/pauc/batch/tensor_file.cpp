#include "pauc/batch/tensor_file.h"

#include <ATen/Functions.h>

#include <cstring>
#include <stdexcept>
#include <vector>

#include "pauc/batch/cpu_data.h"
#include "pauc/core/error.h"

namespace pauc {

namespace {

struct TypeName {
  at::ScalarType type;
  const char* name;
};
constexpr TypeName kTypes[] = {{at::kDouble, "F64"}, {at::kFloat, "F32"}, {at::kHalf, "F16"},  {at::kBFloat16, "BF16"},
                               {at::kLong, "I64"},   {at::kInt, "I32"},   {at::kShort, "I16"}, {at::kChar, "I8"},
                               {at::kByte, "U8"},    {at::kBool, "BOOL"}};

const char* name_of(at::ScalarType type) {
  for (const TypeName& row : kTypes) {
    if (row.type == type) return row.name;
  }
  throw std::logic_error("a tensor of a type that safetensors does not have");
}

at::ScalarType type_named(const std::string& name) {
  for (const TypeName& row : kTypes) {
    if (name == row.name) return row.type;
  }
  throw std::logic_error("the reader let through a type that it does not know");
}

}  // namespace

void for_each_stored(const NamedTensors& tensors, const std::function<void(const StoredTensor&)>& use) {
  for (const auto& [name, tensor] : tensors) {
    const at::Tensor values = tensor.detach().to(at::kCPU).contiguous();
    use({name,
         name_of(values.scalar_type()),
         values.sizes().vec(),
         {static_cast<const char*>(cpu_bytes(values)), static_cast<std::size_t>(values.nbytes())}});
  }
}

void write_tensors(const std::string& path, const NamedTensors& tensors,
                   const std::map<std::string, std::string>& metadata) {
  NamedTensors in_memory;  // so that all bytes stay where they are until the file is written
  for (const auto& [name, tensor] : tensors) in_memory[name] = tensor.detach().to(at::kCPU).contiguous();
  std::vector<StoredTensor> stored;
  for_each_stored(in_memory, [&](const StoredTensor& tensor) { stored.push_back(tensor); });
  write_safetensors(path, stored, metadata);
}

NamedTensors tensors_in(const Safetensors& file) {
  NamedTensors tensors;
  for (const StoredTensor& stored : file.tensors()) {
    at::Tensor tensor = at::empty(stored.shape, type_named(stored.type));
    if (!stored.bytes.empty()) std::memcpy(cpu_bytes(tensor), stored.bytes.data(), stored.bytes.size());
    tensors[stored.name] = tensor;
  }
  return tensors;
}

NamedTensors read_tensors(const std::string& path) { return tensors_in(Safetensors::read(path)); }

}  // namespace pauc
