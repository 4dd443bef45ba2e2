#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// The main facts on runs with folds as plain text; empty if there is no such run.
std::string blend_text(const Report& report);

}  // namespace pauc::report
