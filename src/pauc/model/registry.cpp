#include "pauc/model/registry.h"

#include "pauc/model/rows.h"

namespace pauc {

const std::vector<ModelInfo>& model_registry() {
  static const std::vector<ModelInfo> registry = std::apply(
      [](const auto&... row) {
        return std::vector<ModelInfo>{{row.name, row.summary, row.input, describe(row.fields)}...};
      },
      model_rows());
  return registry;
}

}  // namespace pauc
