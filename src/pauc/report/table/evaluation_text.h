#pragma once

#include <string>

#include "pauc/metric/evaluation.h"

namespace pauc::report {

// The tables that `pauc evaluate` prints for people. Areas are shown on the headline's scale; the JSON has them all.
std::string evaluation_text(const Evaluation& evaluation);

}  // namespace pauc::report
