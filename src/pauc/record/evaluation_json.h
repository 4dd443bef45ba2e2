#pragma once

#include <string>

#include "pauc/metric/evaluation.h"

namespace pauc::record {

// The JSON that `pauc evaluate --json` prints, indented, with a line end.
std::string evaluation_json(const Evaluation& evaluation);

}  // namespace pauc::record
