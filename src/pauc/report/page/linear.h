#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// The coefficients of each linear run, the strongest first; empty if there is no such run.
std::string coefficients_html(const Report& report);

// The scorecard of each run that has one.
std::string scorecard_html(const Report& report);

}  // namespace pauc::report
