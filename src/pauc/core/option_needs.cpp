#include "pauc/core/option_needs.h"

#include <algorithm>
#include <optional>

namespace pauc {

namespace {

bool has(const Settings& settings, const std::string& name) {
  return std::any_of(settings.begin(), settings.end(), [&](const auto& setting) { return setting.first == name; });
}

bool has(const std::vector<IdleOption>& options, const std::string& name) {
  return std::any_of(options.begin(), options.end(), [&](const IdleOption& option) { return option.name == name; });
}

std::string value_of(const Settings& settings, const std::string& name) {
  for (const auto& [known, value] : settings) {
    if (known == name) return value;
  }
  return "";
}

// The condition, and the value that does not meet it.
struct Unmet {
  std::string expected;
  std::string found;
};

std::optional<Unmet> unmet(const OptionNeed::Condition& condition, const Settings& all, const Settings& defaults,
                           const std::string& where) {
  const std::vector<std::string>& values = condition.values;
  const std::string found = value_of(all, condition.other);
  const std::string usual = value_of(defaults, condition.other);
  if (values.empty() ? found != usual : std::find(values.begin(), values.end(), found) != values.end()) return {};
  std::string wanted = values.empty() ? "other than " + usual : values[0];
  for (std::size_t k = 1; k < values.size(); ++k) wanted += " or " + values[k];
  return Unmet{joined(condition.other == "name" ? where : condition.other, " ", wanted), found};
}

// Why none of the conditions is met; empty if one is.
std::string reason_of(const OptionNeed& need, const Settings& all, const Settings& defaults, const std::string& where) {
  std::string expected;
  std::string found;
  for (const OptionNeed::Condition& condition : need.any_of) {
    const auto missed = unmet(condition, all, defaults, where);
    if (!missed) return "";
    expected += (expected.empty() ? "" : " or ") + missed->expected;
    found += (found.empty() ? "" : " and ") + missed->found;
  }
  return joined(need.option, ": expected ", expected, ", got ", found, ", with which it has no effect");
}

}  // namespace

std::vector<IdleOption> idle_options(const Settings& given, const Settings& all, const Settings& defaults,
                                     const std::vector<OptionNeed>& needs, const std::string& where) {
  std::vector<IdleOption> idle;
  for (const OptionNeed& need : needs) {
    if (!has(given, need.option) || has(idle, need.option)) continue;
    const std::string reason = reason_of(need, all, defaults, where);
    if (!reason.empty()) idle.push_back({need.option, reason});
  }
  return idle;
}

}  // namespace pauc
