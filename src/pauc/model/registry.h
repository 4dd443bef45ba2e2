#pragma once

#include <string>
#include <vector>

#include "pauc/core/fields.h"

namespace pauc {

// A row of `pauc list models`.
struct ModelInfo {
  std::string name;
  std::string summary;
  std::string input;
  std::vector<FieldInfo> options;
};

const std::vector<ModelInfo>& model_registry();

}  // namespace pauc
