#pragma once

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/core/text/number.h"

namespace pauc {

// One list of fields per options struct serves `--help`, `pauc list`, config files and the documentation:
//
//   const Fields<Region> kRegionFields = {{"fpr_max", &Region::fpr_max, "largest false-positive rate"}, ...};
template <class Options>
struct Field {
  const char* name;  // snake_case; as a flag it is --kebab-case
  std::variant<double Options::*, std::int64_t Options::*, std::string Options::*, std::optional<double> Options::*,
               std::optional<std::int64_t> Options::*>
      member;  // optional: left to others to choose, "auto" in a config file
  const char* help;
};

template <class Options>
using Fields = std::vector<Field<Options>>;

// --weight-decay for weight_decay.
inline std::string flag_name(std::string name) {
  for (char& c : name) {
    if (c == '_') c = '-';
  }
  return "--" + name;
}

// What a list of options shows of a field.
struct FieldInfo {
  std::string name;
  std::string default_value;  // empty: not set
  std::string help;
};

inline std::string default_text(const std::string& value) { return value; }
inline std::string default_text(double value) { return joined(value); }
inline std::string default_text(std::int64_t value) { return joined(value); }
template <class Number>
std::string default_text(const std::optional<Number>& value) {
  return value ? joined(*value) : "";
}

template <class Options>
std::vector<FieldInfo> describe(const Fields<Options>& fields, const Options& defaults = {}) {
  std::vector<FieldInfo> infos;
  for (const auto& field : fields) {
    infos.push_back(std::visit(
        [&](auto member) {
          return FieldInfo{field.name, default_text(defaults.*member), field.help};
        },
        field.member));
  }
  return infos;
}

inline void read_setting(std::string& value, const std::string& text, const std::string&) { value = text; }

inline void read_setting(double& value, const std::string& text, const std::string& where) {
  const auto number = parse_number(text);
  require_usage(number.has_value(), where, ": expected a number, got \"", text, '"');
  value = *number;
}

inline void read_setting(std::int64_t& value, const std::string& text, const std::string& where) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc() && end == text.data() + text.size()) return;
  const auto number = parse_number(text);          // 1e5, 20.0
  constexpr double kLargest = 9007199254740992.0;  // from here on not every whole number is a double
  const bool whole = number && std::abs(*number) <= kLargest && *number == std::floor(*number);
  require_usage(whole, where, ": expected a whole number, got \"", text, '"');
  value = static_cast<std::int64_t>(*number);
}

template <class Number>
void read_setting(std::optional<Number>& value, const std::string& text, const std::string& where) {
  value.reset();
  if (text == "auto") return;
  read_setting(value.emplace(), text, where);
}

// Options as text, by name: what a command line or a config file says.
using Settings = std::vector<std::pair<std::string, std::string>>;

// The last of equal names counts, as on a command line.
template <class Options>
Options read_settings(const Settings& settings, const Fields<Options>& fields, const std::string& where) {
  Options options;
  for (const auto& [name, text] : settings) {
    const Field<Options>* known = nullptr;
    std::vector<std::string> names;
    for (const auto& field : fields) {
      names.emplace_back(field.name);
      if (name == field.name) known = &field;
    }
    if (known == nullptr) {
      fail(Fault::usage, where, ": no option \"", name, names.empty() ? "\"; it has none" : "\"; expected one of ",
           names.empty() ? "" : names_nearest_first(name, names));
    }
    if constexpr (!std::is_empty_v<Options>) {
      std::visit(
          [&, &text = text](auto member) { read_setting(options.*member, text, joined(where, ".", known->name)); },
          known->member);
    }
  }
  return options;
}

}  // namespace pauc
