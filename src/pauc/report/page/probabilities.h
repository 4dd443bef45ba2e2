#pragma once

#include <string>

#include "pauc/report/report.h"

namespace pauc::report {

// How far the probabilities of `pauc predict --probability` can be believed: a reliability diagram with intervals and
// the expected calibration error. Empty if no model has probabilities.
std::string probabilities_html(const Report& report);

}  // namespace pauc::report
