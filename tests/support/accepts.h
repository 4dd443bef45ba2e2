#pragma once

#include "pauc/core/error.h"
#include "pauc/objective/make_objective.h"
#include "pauc/objective/registry.h"

namespace pauc::test {

// Whether an objective can be made with these settings.
inline bool accepts(const ObjectiveInfo& info, const Settings& settings) {
  try {
    make_objective(info.name, settings, 4);
    return true;
  } catch (const UserError&) {
    return false;
  }
}

}  // namespace pauc::test
