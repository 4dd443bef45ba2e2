#pragma once

#include <string>
#include <vector>

#include "pauc/batch/input_kind.h"
#include "pauc/core/fields.h"

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
