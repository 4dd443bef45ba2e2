#include <algorithm>
#include <nlohmann/json.hpp>

#include "command.h"
#include "pauc/core/error.h"
#include "pauc/core/nearest_name.h"
#include "pauc/metric/registry.h"
#include "pauc/report/text_table.h"

namespace pauc {

namespace {

std::string metrics_json() {
  auto list = nlohmann::ordered_json::array();
  for (const auto& metric : metric_registry()) {
    auto options = nlohmann::ordered_json::array();
    for (const auto& option : metric.options) {
      options.push_back({{"name", option.name}, {"default", option.default_value}, {"help", option.help}});
    }
    list.push_back({{"name", metric.name}, {"summary", metric.summary}, {"options", options}});
  }
  return list.dump(2) + "\n";
}

std::string metrics_text() {
  TextTable table;
  table.add_row({"metric", "what it is"});
  for (const auto& metric : metric_registry()) {
    table.add_row({metric.name, metric.summary});
    for (const auto& option : metric.options) {
      table.add_row({"  " + option.name, option.help + " (" + option.default_value + ")"});
    }
  }
  return table.text();
}

}  // namespace

void add_list(CLI::App& program, const Global& global) {
  auto* command = program.add_subcommand("list", "what there is to choose from");
  const auto kind = std::make_shared<std::string>("metrics");
  command->add_option("kind", *kind, "what to list: metrics")->capture_default_str();
  command->footer("Example:\n  pauc list metrics");
  command->callback([kind, &global] {
    const std::vector<std::string> kinds = {"metrics"};
    require_usage(std::count(kinds.begin(), kinds.end(), *kind) == 1, "list: no \"", *kind, "\"; expected one of ",
                  names_nearest_first(*kind, kinds));
    print_result(global.json ? metrics_json() : metrics_text());
  });
}

}  // namespace pauc
