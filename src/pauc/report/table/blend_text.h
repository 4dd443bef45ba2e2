#pragma once

#include <string>

#include "pauc/report/report.h"
#include "pauc/report/table/text_table.h"

namespace pauc::report {

// The main facts on runs with folds as plain text; empty if there is no such run.
std::string blend_text(const Report& report, std::size_t width = kUsualWidth);

}  // namespace pauc::report
