#pragma once

#include <string>
#include <vector>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/trainer/config/meant_name.h"

namespace pauc {

// The row of that name; refuses other names and lists the known ones, nearest first. `what` is model or objective.
template <class Registry>
const auto& row_named(const Registry& registry, const std::string& name, const char* what) {
  std::vector<std::string> names = {"auto"};
  for (const auto& row : registry) {
    if (row.name == name) return row;
    names.push_back(row.name);
  }
  const std::string meant = meant_name(name, names);
  fail(Fault::usage, what, ": no \"", name, meant.empty() ? "\"" : joined("\"; did you mean ", meant, "?"),
       meant.empty() ? "; expected one of " : " Expected one of ", names_nearest_first(name, names));
}

}  // namespace pauc
