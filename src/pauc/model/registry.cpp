#include "pauc/model/registry.h"

#include <algorithm>

#include "pauc/model/rows.h"

namespace pauc {

const std::vector<ModelInfo>& model_registry() {
  static const std::vector<ModelInfo> registry = std::apply(
      [](const auto&... row) {
        return std::vector<ModelInfo>{
            {row.name, row.summary, row.input, describe(row.fields), row.linear, row.grows, row.grows_at_once}...};
      },
      model_rows());
  return registry;
}

bool is_linear_model(const std::string& name) {
  const auto& rows = model_registry();
  return std::any_of(rows.begin(), rows.end(), [&](const ModelInfo& row) { return row.name == name && row.linear; });
}

bool is_growing_model(const std::string& name) {
  const auto& rows = model_registry();
  return std::any_of(rows.begin(), rows.end(), [&](const ModelInfo& row) { return row.name == name && row.grows; });
}

bool grows_at_once(const std::string& name) {
  const auto& rows = model_registry();
  return std::any_of(rows.begin(), rows.end(),
                     [&](const ModelInfo& row) { return row.name == name && row.grows_at_once; });
}

}  // namespace pauc
