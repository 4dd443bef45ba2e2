#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// The section on each run with folds: what members weigh and add, their curves on rows that no model has seen in
// training, whether they agree, and the realised rates of the thresholds. Empty if there is no such run.
std::string blend_html(const Report& report);

// "The blend", or "The folds" if no run has several members.
std::string blend_title(const Report& report);

}  // namespace pauc::report
