#include "pauc/record/comparison_record.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/json_place.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/metric/names.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

// More than anybody compares; a page with so much can still be opened.
constexpr std::size_t kMostTableBytes = std::size_t{1} << 24;
constexpr std::size_t kMostMethods = 256;
constexpr std::size_t kMostTargets = 64;
constexpr std::size_t kMostPlots = 2 * kMostTargets;  // of the training and the validation part
constexpr std::size_t kMostMissing = 100'000;
constexpr std::size_t kMostRows = 1'000'000;
constexpr std::int64_t kMostSeeds = 1'000'000;
constexpr double kLargestShown = 1e9;

std::string table_path(const std::string& folder) { return folder + "/table.json"; }
std::string curves_path(const std::string& folder) { return folder + "/curves.csv"; }

// One seed has no deviation, which is null; tables before that had 0.
std::optional<double> deviation_of(const JsonPlace& cell, std::int64_t seeds) {
  const JsonPlace deviation = cell.at("std");
  if (seeds == 1 && deviation.is_null()) return std::nullopt;
  const double found = deviation.number(kLargestShown);
  require(found >= 0, cell.where(), ": std: expected at least 0, got ", found);
  return found;
}

// The best is compared with nothing, and what shares no seed with it cannot be.
Standing standing_of(const JsonPlace& cell) {
  if (!cell.has("best")) return Standing::unsaid;
  if (cell.at("best").truth()) return Standing::best;
  const JsonPlace to_best = cell.at("to_best");
  const bool is_worse =
      !to_best.is_null() && to_best.at("beyond_noise").truth() && to_best.at("difference").number(kLargestShown) < 0;
  return is_worse ? Standing::apart : Standing::like_best;
}

ComparisonCell cell_from(const std::string& target, const JsonPlace& cell) {
  const std::int64_t seeds = cell.at("n").whole(1, kMostSeeds);
  return {target,
          cell.at("mean").number(kLargestShown),
          deviation_of(cell, seeds),
          seeds,
          cell.has("chosen") ? cell.at("chosen").options_text() : "",
          standing_of(cell)};
}

std::string config_text(const JsonPlace& config) {
  // First without indentation, which may be most of the text.
  std::string text = config.json().is_string() ? config.text(kMostConfigBytes) : config.json().dump();
  if (config.json().is_structured() && text.size() <= kMostConfigBytes) text = config.json().dump(2);
  require(text.size() <= kMostConfigBytes, config.where(), ": expected at most ", kMostConfigBytes,
          " bytes of text, got more");
  return text;
}

std::string part_of(const JsonPlace& place) {
  const std::string part = place.text(kMostNameBytes);
  require(part == "test" || part == "train", place.where(), ": expected test or train, got ", shown(part));
  return part;
}

std::int64_t most_seeds(const ComparisonRecord& record) {
  std::int64_t most = 0;
  for (const auto& [method, cells] : record.methods) {
    for (const ComparisonCell& cell : cells) most = std::max(most, cell.seeds);
  }
  return most;
}

std::vector<PartSize> splits_of(const JsonPlace& splits) {
  constexpr std::size_t kMostParts = 3;
  std::vector<PartSize> sizes;
  for (const auto& [part, size] : splits.members(kMostParts)) {
    const bool known = part == "train" || part == "valid" || part == "test";
    require(known, splits.where(), ": expected train, valid and test, got ", shown(part));
    const std::int64_t n = size.at("n").whole();
    sizes.push_back({part, n, size.at("positive").whole(0, n)});
  }
  return sizes;
}

// Those of the list, as columns that are empty still have none in the cells, then those of the cells.
void take_targets(const JsonPlace& table, ComparisonRecord& record) {
  const auto add = [&](const std::string& target) {
    const bool is_new = std::find(record.targets.begin(), record.targets.end(), target) == record.targets.end();
    if (is_new) record.targets.push_back(target);
    require(record.targets.size() <= kMostTargets, table.where(), ": expected at most ", kMostTargets,
            " targets, got more");
  };
  if (table.has("targets")) {
    for (const JsonPlace& target : table.at("targets").list("targets", kMostTargets)) {
      add(target.text(kMostNameBytes));
    }
  }
  for (const auto& [method, cells] : record.methods) {
    for (const ComparisonCell& cell : cells) add(cell.target);
  }
}

void take_table(const JsonPlace& table, ComparisonRecord& record) {
  record.config = config_text(table.at("config"));
  if (table.has("splits")) record.splits = splits_of(table.at("splits"));
  if (table.has("part")) record.part = part_of(table.at("part"));
  if (table.has("missing")) {
    for (const JsonPlace& sentence : table.at("missing").list("sentences", kMostMissing)) {
      record.missing.push_back(sentence.text());
    }
  }
  for (const auto& [method, targets] : table.at("methods").members(kMostMethods)) {
    auto& cells = record.methods.emplace_back(method, std::vector<ComparisonCell>()).second;
    for (const auto& [target, cell] : targets.members(kMostTargets)) cells.push_back(cell_from(target, cell));
  }
  take_targets(table, record);
  record.seeds = table.has("seeds") ? table.at("seeds").whole(1, kMostSeeds) : most_seeds(record);
}

// curves.csv: target,method,part,epoch,mean,std; a plot for each target and part, a line for each method.
class CurvesReader {
 public:
  // Methods of the table look by their place in it, in every plot.
  CurvesReader(const std::string& path, const ComparisonRecord& table)
      : csv_(path, {}),
        target_(csv_.column("target")),
        method_(csv_.column("method")),
        part_(csv_.column("part")),
        epoch_(csv_.column("epoch")),
        mean_(csv_.column("mean")),
        deviation_(csv_.column("std")) {
    for (const auto& [method, cells] : table.methods) look_of(method);
  }

  std::vector<ConvergencePlot> plots() {
    for (std::size_t rows = 1; csv_.next(); ++rows) {
      if (rows > kMostRows) fail(Fault::data, csv_.name(), ": expected at most ", kMostRows, " rows, got more");
      ConvergenceLine& line = line_of(plot_of_row());
      line.epochs.push_back(epoch_behind(line));
      line.means.push_back(number(mean_, -kLargestDrawn, "a number that can be drawn"));
      line.deviations.push_back(number(deviation_, 0, "a deviation of at least 0"));
    }
    return std::move(plots_);
  }

 private:
  [[noreturn]] void refuse(std::size_t column, const std::string& expected) const {
    fail(Fault::data, csv_.place(column), ": expected ", expected, ", got ", shown(csv_.field(column)));
  }

  double number(std::size_t column, double least, const char* expected) const {
    const double found = csv_.number(column);
    if (!(found >= least && found <= kLargestDrawn)) refuse(column, expected);
    return found;
  }

  double epoch_behind(const ConvergenceLine& line) const {
    const double epoch = csv_.number(epoch_);
    const bool whole = epoch >= 0 && epoch <= static_cast<double>(kLargestEpoch) && epoch == std::floor(epoch);
    if (!whole) refuse(epoch_, joined("a whole number from 0 to ", kLargestEpoch));
    if (!line.epochs.empty() && epoch <= line.epochs.back()) {
      refuse(epoch_, joined("an epoch after ", line.epochs.back()));
    }
    return epoch;
  }

  std::string name(std::size_t column) const {
    if (csv_.field(column).size() > kMostNameBytes) {
      refuse(column, joined("a name of at most ", kMostNameBytes, " bytes"));
    }
    return std::string(csv_.field(column));
  }

  std::size_t plot_of_row() {
    const std::string title = convergence_title(name(target_), name(part_));
    const auto [found, is_new] = plot_of_.emplace(title, plots_.size());
    if (!is_new) return found->second;
    require(plots_.size() < kMostPlots, csv_.name(), ": expected at most ", kMostPlots, " plots, got more");
    plots_.push_back({title, "pAUC", {}});
    return plots_.size() - 1;
  }

  ConvergenceLine& line_of(std::size_t plot) {
    auto& lines = plots_[plot].lines;
    const auto [found, is_new] = line_of_.emplace(std::make_pair(plot, name(method_)), lines.size());
    if (!is_new) return lines[found->second];
    require(lines.size() < kMostMethods, csv_.name(), ": expected at most ", kMostMethods,
            " lines in a plot, got more");
    lines.push_back({found->first.second, {}, {}, {}, look_of(found->first.second)});
    return lines.back();
  }

  std::size_t look_of(const std::string& method) { return looks_.emplace(method, looks_.size()).first->second; }

  CsvReader csv_;
  std::size_t target_, method_, part_, epoch_, mean_, deviation_;
  std::vector<ConvergencePlot> plots_;
  std::map<std::string, std::size_t> looks_;
  std::map<std::string, std::size_t> plot_of_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> line_of_;
};

}  // namespace

std::vector<std::string> comparison_files(const std::string& folder) {
  return {table_path(folder), curves_path(folder)};
}

bool holds_comparison(const std::string& folder) { return is_there(table_path(folder)); }

bool awaits_table(const std::string& folder) {
  return is_there(folder + "/compare.json") && comparison_folders(folder).empty();
}

std::vector<std::string> comparison_folders(const std::string& folder) {
  if (holds_comparison(folder)) return {folder};
  std::vector<std::string> found;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (holds_comparison(entry.path().string())) found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

ComparisonRecord read_comparison(const std::string& folder) {
  constexpr const char* kTable = "the table of pauc compare";
  ComparisonRecord record;
  record.name = folder_name(folder);
  const std::string path = table_path(folder);
  const Json json = parsed_json(content_of_folder_file(folder, path, kMostTableBytes), kTable, path);
  take_table(JsonPlace(json, path, kTable), record);
  if (is_there(curves_path(folder))) {
    record.plots = CurvesReader(checked_file(folder, curves_path(folder)), record).plots();
  }
  return record;
}

}  // namespace pauc::record
