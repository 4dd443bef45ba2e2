#pragma once

#include <functional>
#include <map>
#include <string>

#include "pauc/batch/named_tensors.h"
#include "pauc/core/io/safetensors.h"

namespace pauc {

// Tensors to and from a safetensors file. Reading gives copies in ordinary memory.
void write_tensors(const std::string& path, const NamedTensors& tensors,
                   const std::map<std::string, std::string>& metadata = {});
NamedTensors read_tensors(const std::string& path);
NamedTensors tensors_in(const Safetensors& file);

// Each tensor as it is stored; its bytes are gone when `use` returns.
void for_each_stored(const NamedTensors& tensors, const std::function<void(const StoredTensor&)>& use);

}  // namespace pauc
