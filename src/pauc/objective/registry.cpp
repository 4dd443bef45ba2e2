#include "pauc/objective/registry.h"

#include "pauc/objective/rows.h"

namespace pauc {

const std::vector<ObjectiveInfo>& objective_registry() {
  static const std::vector<ObjectiveInfo> kObjectives = std::apply(
      [](const auto&... row) {
        return std::vector<ObjectiveInfo>{
            {row.name, row.summary, describe(row.fields), row.range, row.optimiser, row.laws}...};
      },
      objective_rows());
  return kObjectives;
}

}  // namespace pauc
