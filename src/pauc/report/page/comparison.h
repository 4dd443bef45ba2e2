#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// The results of `pauc compare`: means by method and target, missing runs, chosen hyper-parameters, convergence curves.
std::string comparison_html(const Report& report);

}  // namespace pauc::report
