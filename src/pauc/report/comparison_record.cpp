#include "pauc/report/comparison_record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pauc/core/csv.h"
#include "pauc/core/error.h"
#include "pauc/core/number.h"
#include "pauc/core/whole_file.h"
#include "pauc/metric/region.h"
#include "pauc/report/json_text.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

std::string table_path(const std::string& folder) { return folder + "/table.json"; }
std::string curves_path(const std::string& folder) { return folder + "/curves.csv"; }

ComparisonCell cell_from(const std::string& target, const Json& cell) {
  return {target, cell.at("mean"), cell.at("std"), cell.at("n"), options_text(cell.value("chosen", Json::object()))};
}

void take_table(const Json& table, ComparisonRecord& record) {
  record.version = table.at("version");
  const Json& config = table.at("config");
  record.config = config.is_string() ? text_of(config) : config.dump(2);
  for (const auto& [method, targets] : table.at("methods").items()) {
    record.methods.emplace_back(method, std::vector<ComparisonCell>());
    for (const auto& [target, cell] : targets.items()) record.methods.back().second.push_back(cell_from(target, cell));
  }
}

// curves.csv: target,method,part,epoch,mean,std; a plot for each target and part, a line for each method.
class CurvesReader {
 public:
  explicit CurvesReader(const std::string& path)
      : csv_(path, {}),
        target_(csv_.column("target")),
        method_(csv_.column("method")),
        part_(csv_.column("part")),
        epoch_(csv_.column("epoch")),
        mean_(csv_.column("mean")),
        deviation_(csv_.column("std")) {}

  std::vector<ConvergencePlot> plots() {
    std::vector<ConvergencePlot> plots;
    while (csv_.next()) {
      ConvergenceLine& line = line_of(plot_of(plots));
      line.epochs.push_back(csv_.number(epoch_));
      line.means.push_back(csv_.number(mean_));
      line.deviations.push_back(csv_.number(deviation_));
    }
    return plots;
  }

 private:
  ConvergencePlot& plot_of(std::vector<ConvergencePlot>& plots) const {
    const std::string title = joined(target_words(std::string(csv_.field(target_))), ", ", csv_.field(part_), " part");
    const auto found =
        std::find_if(plots.begin(), plots.end(), [&](const ConvergencePlot& plot) { return plot.title == title; });
    if (found != plots.end()) return *found;
    plots.push_back({title, "pAUC", {}});
    return plots.back();
  }

  ConvergenceLine& line_of(ConvergencePlot& plot) const {
    const std::string name(csv_.field(method_));
    const auto found = std::find_if(plot.lines.begin(), plot.lines.end(),
                                    [&](const ConvergenceLine& line) { return line.name == name; });
    if (found != plot.lines.end()) return *found;
    plot.lines.push_back({name, {}, {}, {}});
    return plot.lines.back();
  }

  CsvReader csv_;
  std::size_t target_, method_, part_, epoch_, mean_, deviation_;
};

}  // namespace

bool holds_comparison(const std::string& folder) { return is_there(table_path(folder)); }

ComparisonRecord read_comparison(const std::string& folder) {
  ComparisonRecord record;
  record.folder = folder;
  const std::string text = content_of_file(table_path(folder));
  try {
    take_table(Json::parse(text), record);
  } catch (const nlohmann::json::exception& error) {
    fail(Fault::data, table_path(folder), ": expected the table of pauc compare, got ", error.what());
  }
  if (is_there(curves_path(folder))) record.plots = CurvesReader(curves_path(folder)).plots();
  return record;
}

std::string target_words(const std::string& key) {
  const auto numbers_behind = [&](const std::string& start) {
    std::vector<double> numbers;
    std::string rest = key.substr(start.size());
    std::replace_if(
        rest.begin(), rest.end(), [](char c) { return c == '_' || c == '-'; }, ' ');
    for (std::size_t at = 0; at < rest.size();) {
      const auto end = std::min(rest.find(' ', at), rest.size());
      if (const auto number = parse_number(rest.substr(at, end - at))) numbers.push_back(*number);
      at = end + 1;
    }
    return numbers;
  };
  for (const std::string start : {"one_way_", "two_way_"}) {
    if (key.rfind(start, 0) != 0) continue;
    const auto numbers = numbers_behind(start);
    if (start == "two_way_" && numbers.size() == 2) return region_text(Region{0, numbers[1], numbers[0]});
    if (start == "one_way_" && numbers.size() == 1) return region_text(Region{0, numbers[0], 0});
    if (start == "one_way_" && numbers.size() == 2) return region_text(Region{numbers[0], numbers[1], 0});
  }
  return key;
}

}  // namespace pauc
