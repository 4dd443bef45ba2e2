#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "pauc/metric/evaluation.h"

namespace pauc::record {

// An evaluation as `pauc evaluate --json` prints it: as a value to embed in larger files, and as indented text with a
// line end.
nlohmann::ordered_json evaluation_value(const Evaluation& evaluation);
std::string evaluation_json(const Evaluation& evaluation);

}  // namespace pauc::record
