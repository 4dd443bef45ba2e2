#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// The hardest rows of each model, with their pictures if there are any. Those of all models but the first are folded
// away.
std::string hardest_html(const Report& report);

// A small picture of the case `name`; empty if there is none.
std::string picture_html(const Picture& picture, const std::string& name);

}  // namespace pauc::report
