#include "pauc/record/comparison.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pauc/core/text/number.h"
#include "pauc/core/version.h"
#include "pauc/record/comparison_summary.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

Json number_or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

// Settings are texts; numbers among them are written as numbers.
Json setting_json(const std::string& text) {
  std::int64_t whole = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), whole);
  if (error == std::errc() && end == text.data() + text.size()) return whole;
  const auto number = parse_number(text);
  return number && std::isfinite(*number) ? Json(*number) : Json(text);
}

Json chosen_json(const Settings& chosen) {
  Json object = Json::object();
  for (const auto& [name, text] : chosen) object[name] = setting_json(text);
  return object;
}

Json to_best_json(const CellSummary& cell) {
  if (!cell.to_best) return {};
  const auto& interval = cell.to_best->ci.interval;
  return {{"difference", cell.to_best->mean},
          {"ci", interval ? Json::array({interval->lower, interval->upper}) : Json()},
          {"p", number_or_null(cell.to_best->p)},
          {"beyond_noise", cell.to_best->beyond_noise()}};
}

// A number of each run.
template <class Number>
Json numbers_json(const std::vector<SeedValue>& runs, const Number& number_of) {
  Json numbers = Json::array();
  for (const SeedValue& run : runs) numbers.push_back(number_of(run));
  return numbers;
}

Json cell_json(const CellSummary& summary, const std::vector<SeedValue>& runs) {
  Json cell = {{"mean", summary.values.mean},
               {"std", number_or_null(summary.values.deviation)},
               {"n", summary.values.n},
               {"values", numbers_json(runs, [](const SeedValue& run) { return run.value; })},
               {"seeds", numbers_json(runs, [](const SeedValue& run) { return run.seed; })},
               {"chosen", chosen_json(summary.chosen)},
               {"standard_error", number_or_null(summary.values.standard_error())},
               {"best", summary.is_best},
               {"to_best", to_best_json(summary)}};
  if (std::all_of(runs.begin(), runs.end(), [](const SeedValue& run) { return run.fitted.has_value(); })) {
    cell["train"] = numbers_json(runs, [](const SeedValue& run) { return run.fitted->train; });
    cell["valid"] = numbers_json(runs, [](const SeedValue& run) { return run.fitted->valid; });
  }
  return cell;
}

Json method_json(const ComparedMethod& method, const std::vector<CellSummary>& cells,
                 const std::vector<std::string>& targets) {
  Json object = Json::object();
  for (std::size_t t = 0; t < targets.size(); ++t) {
    if (!cells[t].is_empty()) object[targets[t]] = cell_json(cells[t], cell_on(method, targets[t])->values);
  }
  return object;
}

// In the form of `pauc data --json`.
Json splits_json(const std::vector<PartSize>& splits) {
  Json object = Json::object();
  for (const PartSize& size : splits) object[size.part] = {{"n", size.n}, {"positive", size.positive}};
  return object;
}

}  // namespace

Json comparison_value(const Comparison& comparison) {
  const ComparisonSummary summary = summarised(comparison);
  Json methods = Json::object();
  for (std::size_t m = 0; m < comparison.methods.size(); ++m) {
    const ComparedMethod& method = comparison.methods[m];
    methods[method.name] = method_json(method, summary.cells[m], comparison.targets);
  }
  return {{"targets", comparison.targets},
          {"methods", methods},
          {"part", comparison.part},
          {"seeds", comparison.seeds},
          {"splits", splits_json(comparison.splits)},
          {"missing", comparison.missing},
          {"config", comparison.config},
          {"version", kVersion}};
}

std::string comparison_json(const Comparison& comparison) {
  return comparison_value(comparison).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace pauc::record
