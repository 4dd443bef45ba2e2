#include "pauc/objective/full_batch.h"

#include <algorithm>

#include "pauc/core/error.h"
#include "pauc/objective/make_objective.h"
#include "pauc/objective/registry.h"

namespace pauc {

Objective make_full_batch_objective(const std::string& name, Settings settings, std::int64_t examples) {
  const ObjectiveInfo* info = find_objective(name);
  if (info != nullptr) {
    const std::string reason = reason_against_search(*info, settings);
    require_usage(reason.empty(), reason);
    for (const auto& setting : info->full_batch) {
      const auto names_it = [&](const auto& given) { return given.first == setting.first; };
      if (std::none_of(settings.begin(), settings.end(), names_it)) settings.push_back(setting);
    }
  }
  return make_objective(name, settings, examples);
}

}  // namespace pauc
