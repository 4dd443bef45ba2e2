#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "pauc/core/error.h"

namespace pauc {

// One list of fields per options struct serves `--help`, `pauc list`, config files and the documentation:
//
//   const Fields<Region> kRegionFields = {{"fpr_max", &Region::fpr_max, "largest false-positive rate"}, ...};
template <class Options>
struct Field {
  const char* name;  // snake_case; as a flag it is --kebab-case
  std::variant<double Options::*, std::int64_t Options::*, std::string Options::*, std::optional<double> Options::*>
      member;
  const char* help;
};

template <class Options>
using Fields = std::vector<Field<Options>>;

// What a list of options shows of a field.
struct FieldInfo {
  std::string name;
  std::string default_value;  // empty: not set
  std::string help;
};

inline std::string default_text(const std::string& value) { return value; }
inline std::string default_text(double value) { return joined(value); }
inline std::string default_text(std::int64_t value) { return joined(value); }
inline std::string default_text(const std::optional<double>& value) { return value ? joined(*value) : ""; }

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

}  // namespace pauc
