#include "pauc/record/interval_json.h"

#include <nlohmann/json.hpp>

namespace pauc::record {

using Json = nlohmann::ordered_json;

Json interval_json(const std::optional<Interval>& interval) {
  return interval ? Json{interval->lower, interval->upper} : Json(nullptr);
}

std::optional<Interval> interval_from(const JsonPlace& place) {
  if (place.is_null()) return std::nullopt;
  const auto ends = place.list("numbers", 2);
  place.require_that(ends.size() == 2, "null or two numbers, the smaller one first");
  const Interval interval{ends[0].number(), ends[1].number()};
  place.require_that(interval.lower <= interval.upper, "null or two numbers, the smaller one first");
  return interval;
}

}  // namespace pauc::record
