#include "pauc/objective/registry.h"

#include <algorithm>
#include <iterator>

#include "pauc/core/error.h"
#include "pauc/core/text/number.h"
#include "pauc/objective/rows.h"

namespace pauc {

namespace {

bool obeys(const ObjectiveInfo& info, Law law) {
  return std::find(info.laws.begin(), info.laws.end(), law) != info.laws.end();
}

// 1.0 is 1.
bool is_same(const std::string& value, const std::string& other) {
  const auto number = parse_number(value);
  return value == other || (number && number == parse_number(other));
}

}  // namespace

const std::vector<ObjectiveInfo>& objective_registry() {
  static const std::vector<ObjectiveInfo> kObjectives =
      std::apply([](const auto&... row) { return std::vector<ObjectiveInfo>{row...}; }, objective_rows());
  return kObjectives;
}

const ObjectiveInfo* find_objective(const std::string& name) {
  for (const ObjectiveInfo& info : objective_registry()) {
    if (info.name == name) return &info;
  }
  return nullptr;
}

const ObjectiveInfo& pretraining_objective() {
  const auto& registry = objective_registry();
  return *std::find_if(registry.begin(), registry.end(), [](const ObjectiveInfo& info) { return info.pretrains; });
}

void check_options(const std::string& objective, const Settings& settings) {
  const auto check_row = [&](const auto& row) {
    if (row.name == objective) read_settings(settings, row.fields, "objective");
  };
  std::apply([&](const auto&... row) { (check_row(row), ...); }, objective_rows());
}

std::vector<IdleOption> idle_options(const ObjectiveInfo& info, const Settings& settings) {
  Settings given;
  std::copy_if(settings.begin(), settings.end(), std::back_inserter(given),
               [](const auto& setting) { return setting.second != "auto"; });
  std::vector<IdleOption> idle;
  const auto look_at = [&](const auto& row) {
    if (row.name == info.name) idle = idle_options(given, row.fields, row.needs, "objective");
  };
  std::apply([&](const auto&... row) { (look_at(row), ...); }, objective_rows());
  return idle;
}

bool has_option(const ObjectiveInfo& info, const std::string& name) {
  return std::any_of(info.options.begin(), info.options.end(),
                     [&](const FieldInfo& option) { return option.name == name; });
}

std::string optimiser_needed(const ObjectiveInfo& info, const Settings& settings) {
  const bool applies = std::all_of(info.optimiser_when.begin(), info.optimiser_when.end(), [&](const auto& option) {
    return std::find(settings.begin(), settings.end(), option) != settings.end();
  });
  return applies ? info.optimiser : "";
}

std::string reason_against_search(const ObjectiveInfo& info, const Settings& settings) {
  const std::string optimiser = optimiser_needed(info, settings);
  if (!optimiser.empty()) return joined("objective: ", info.name, " needs the optimiser ", optimiser);
  if (!info.against_search.empty()) {
    return joined("objective: expected one that lbfgs can minimise, got ", info.name, ": ", info.against_search);
  }
  for (const auto& [name, value] : settings) {
    for (const auto& [fixed, wanted] : info.full_batch) {
      if (name == fixed && !is_same(value, wanted))
        return joined(name, ": expected ", wanted, " for lbfgs, got ", value);
    }
  }
  return "";
}

bool ignores_shifts(const ObjectiveInfo& info, const Settings& settings) {
  const std::pair<std::string, std::string> raw("link", "raw");
  return obeys(info, Law::ignores_shifts) && std::find(settings.begin(), settings.end(), raw) != settings.end();
}

bool needs_both_classes(const ObjectiveInfo& info) { return obeys(info, Law::needs_both_classes); }

}  // namespace pauc
