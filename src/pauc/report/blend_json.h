#pragma once

#include <nlohmann/json_fwd.hpp>

#include "pauc/report/report.h"

namespace pauc::report {

// The facts of the page's section on runs with folds, one object per run; an empty list if there is no such run.
nlohmann::ordered_json blends_json(const Report& report);

}  // namespace pauc::report
