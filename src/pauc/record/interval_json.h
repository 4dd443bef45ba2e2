#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "pauc/core/io/json_place.h"
#include "pauc/metric/interval/interval.h"

namespace pauc::record {

// [lower, upper], or null.
nlohmann::ordered_json interval_json(const std::optional<Interval>& interval);
std::optional<Interval> interval_from(const JsonPlace& place);

}  // namespace pauc::record
