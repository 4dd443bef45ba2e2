#include "pauc/objective/registry.h"

#include <algorithm>

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

bool needs_both_classes(const ObjectiveInfo& info) {
  return std::find(info.laws.begin(), info.laws.end(), Law::needs_both_classes) != info.laws.end();
}

}  // namespace pauc
