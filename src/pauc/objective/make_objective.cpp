#include "pauc/objective/make_objective.h"

#include <optional>

#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"

namespace pauc {

Objective make_objective(const std::string& name, const Settings& settings, SlotCounts examples, Route route) {
  require_usage(examples.all >= 0, "objective: expected a number of examples from 0 on, got ", examples.all);
  std::optional<Objective> made;
  std::vector<std::string> names;
  const auto try_row = [&](const auto& row) {
    names.emplace_back(row.name);
    if (name == row.name) made = make_objective(read_settings(settings, row.fields, name), examples, route);
  };
  std::apply([&](const auto&... row) { (try_row(row), ...); }, objective_rows());
  if (!made) fail(Fault::usage, "objective: no \"", name, "\"; expected one of ", names_nearest_first(name, names));
  return *std::move(made);
}

}  // namespace pauc
