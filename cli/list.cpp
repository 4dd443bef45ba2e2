#include <nlohmann/json.hpp>

#include "command.h"
#include "pauc/core/error.h"
#include "pauc/core/text/nearest_name.h"
#include "pauc/data/registry.h"
#include "pauc/metric/registry.h"
#include "pauc/model/registry.h"
#include "pauc/objective/registry.h"
#include "pauc/report/table/text_table.h"

namespace pauc::cli {

namespace {

// A row of any registry.
struct ListedRow {
  std::string kind;
  std::string name;
  std::string summary;
  std::vector<FieldInfo> options;
  std::string optimiser;    // that an objective needs; empty: any
  Settings optimiser_when;  // and the options with which it needs it
};

template <class Registry>
void add_rows(std::vector<ListedRow>& rows, const std::string& kind, const Registry& registry) {
  for (const auto& row : registry) rows.push_back({kind, row.name, row.summary, row.options, "", {}});
}

void add_objectives(std::vector<ListedRow>& rows) {
  for (const auto& row : objective_registry()) {
    rows.push_back({"objectives", row.name, row.summary, row.options, row.optimiser, row.optimiser_when});
  }
}

// All registries, in the order in which they are listed.
std::vector<ListedRow> all_rows() {
  std::vector<ListedRow> rows;
  add_objectives(rows);
  add_rows(rows, "models", model_registry());
  add_rows(rows, "datasets", dataset_registry());
  add_rows(rows, "metrics", metric_registry());
  return rows;
}

std::string json_of(const std::vector<ListedRow>& rows) {
  auto list = nlohmann::ordered_json::array();
  for (const ListedRow& row : rows) {
    auto options = nlohmann::ordered_json::array();
    for (const auto& option : row.options) {
      options.push_back(
          {{"name", option.name}, {"type", option.type}, {"default", option.default_value}, {"help", option.help}});
    }
    list.push_back({{"name", row.name}, {"summary", row.summary}, {"options", options}, {"kind", row.kind}});
    if (!row.optimiser.empty()) list.back()["optimiser"] = row.optimiser;
    for (const auto& [option, value] : row.optimiser_when) list.back()["optimiser_when"][option] = value;
  }
  return list.dump(2) + "\n";
}

// "; optimiser proximal with thresholds=own"; empty if any optimiser will do.
std::string optimiser_text(const ListedRow& row) {
  if (row.optimiser.empty()) return "";
  std::string text = "; optimiser " + row.optimiser;
  for (const auto& [option, value] : row.optimiser_when) text += joined(" with ", option, "=", value);
  return text;
}

std::string text_of(const std::vector<ListedRow>& rows) {
  report::TextTable table;
  std::string kind;
  for (const ListedRow& row : rows) {
    if (row.kind != kind) {
      if (!kind.empty()) table.add_row({"", ""});
      table.add_row({row.kind, "summary, then options (type, default)"});
      kind = row.kind;
    }
    table.add_row({row.name, row.summary + optimiser_text(row)});
    for (const auto& option : row.options) {
      const std::string otherwise = option.default_value.empty() ? "" : ", " + option.default_value;
      table.add_row({"  " + option.name, joined(option.help, " (", option.type, otherwise, ")")});
    }
  }
  return table.text(output_width());
}

std::vector<std::string> kinds_of(const std::vector<ListedRow>& rows) {
  std::vector<std::string> kinds;
  for (const ListedRow& row : rows) {
    if (kinds.empty() || kinds.back() != row.kind) kinds.push_back(row.kind);
  }
  return kinds;
}

std::vector<ListedRow> rows_of(const std::string& kind) {
  auto all = all_rows();
  if (kind.empty()) return all;
  std::vector<ListedRow> rows;
  for (const ListedRow& row : all) {
    if (row.kind == kind) rows.push_back(row);
  }
  require_usage(!rows.empty(), "list: no \"", kind, "\"; expected one of ", names_nearest_first(kind, kinds_of(all)));
  return rows;
}

}  // namespace

void add_list(CLI::App& program, const Global& global) {
  auto* command = program.add_subcommand("list", "list objectives, models, kinds of data and metrics");
  const auto kind = std::make_shared<std::string>();
  command->add_option("kind", *kind, "what to list [everything]")->type_name("objectives|models|datasets|metrics");
  command->footer("Also: --json (see pauc --help).\n\nExample:\n  pauc list objectives");
  command->callback([kind, &global] {
    const auto rows = rows_of(*kind);
    print_result(global.json ? json_of(rows) : text_of(rows));
  });
}

}  // namespace pauc::cli
