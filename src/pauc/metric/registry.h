#pragma once

#include <string>
#include <vector>

#include "pauc/core/fields.h"

namespace pauc {

// A row of `pauc list metrics`.
struct MetricInfo {
  std::string name;  // as in evaluate's JSON
  std::string summary;
  std::vector<FieldInfo> options;
};

const std::vector<MetricInfo>& metric_registry();

}  // namespace pauc
