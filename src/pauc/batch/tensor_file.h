#pragma once

#include <functional>
#include <map>
#include <string>

#include "pauc/batch/named_tensors.h"
#include "pauc/core/io/safetensors.h"

namespace pauc {

// Writes tensors to a safetensors file and reads them back, as copies in CPU memory.
void write_tensors(const std::string& path, const NamedTensors& tensors,
                   const std::map<std::string, std::string>& metadata = {});
NamedTensors read_tensors(const std::string& path);
NamedTensors tensors_in(const Safetensors& file);

// Calls `use` with each tensor in its stored form. The bytes are valid only during the call.
void for_each_stored(const NamedTensors& tensors, const std::function<void(const StoredTensor&)>& use);

}  // namespace pauc
