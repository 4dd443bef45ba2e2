#pragma once

#include <nlohmann/json_fwd.hpp>

#include "pauc/report/report.h"

namespace pauc::report {

// {"MODEL": {"method", "platt_log_loss", "isotonic_log_loss", "expected_calibration_error", "error_by_chance",
// "bins": [{"rows", "predicted", "observed", "ci"}]}} for the models that have probabilities.
nlohmann::ordered_json probabilities_json(const Report& report);

}  // namespace pauc::report
