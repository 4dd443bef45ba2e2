#pragma once

#include <string>

#include "pauc/metric/evaluation.h"

namespace pauc::report {

// The tables that `pauc evaluate` prints. Areas are on the headline's scale; the JSON has all scales.
std::string evaluation_text(const Evaluation& evaluation);

}  // namespace pauc::report
