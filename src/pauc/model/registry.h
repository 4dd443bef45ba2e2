#pragma once

#include <string>
#include <vector>

#include "pauc/core/fields.h"
#include "pauc/core/input_shape.h"

namespace pauc {

// A row of `pauc list models`.
struct ModelInfo {
  std::string name;
  std::string summary;
  InputKind input = InputKind::table;
  std::vector<FieldInfo> options;
};

const std::vector<ModelInfo>& model_registry();

}  // namespace pauc
