#include "pauc/record/finished_comparison.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/record/comparison_paths.h"
#include "pauc/record/json_file.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostMissing = 100'000;
constexpr std::int64_t kMostSeeds = 1'000'000;
constexpr double kLargestShown = 1e9;

// A single seed has no deviation: null, or 0 in old tables.
std::optional<double> deviation_of(const JsonPlace& cell, std::int64_t seeds) {
  const JsonPlace deviation = cell.at("std");
  if (seeds == 1 && deviation.is_null()) return std::nullopt;
  const double found = deviation.number(kLargestShown);
  require(found >= 0, cell.where(), ": std: expected at least 0, got ", found);
  return found;
}

// The best is not compared, nor is a cell that shares no seed with it.
Standing standing_of(const JsonPlace& cell) {
  if (!cell.has("best")) return Standing::unsaid;
  if (cell.at("best").truth()) return Standing::best;
  const JsonPlace to_best = cell.at("to_best");
  const bool is_worse =
      !to_best.is_null() && to_best.at("beyond_noise").truth() && to_best.at("difference").number(kLargestShown) < 0;
  return is_worse ? Standing::apart : Standing::like_best;
}

FinishedCell cell_from(const std::string& target, const JsonPlace& cell) {
  const std::int64_t seeds = cell.at("n").whole(1, kMostSeeds);
  return {target,
          cell.at("mean").number(kLargestShown),
          deviation_of(cell, seeds),
          seeds,
          cell.has("chosen") ? settings_from(cell.at("chosen")) : Settings{},
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

std::int64_t most_seeds(const FinishedComparison& comparison) {
  std::int64_t most = 0;
  for (const FinishedMethod& method : comparison.methods) {
    for (const FinishedCell& cell : method.cells) most = std::max(most, cell.seeds);
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

// The listed ones, since an empty column has no cells, then those of the cells, since old tables have no list.
void take_targets(const JsonPlace& table, FinishedComparison& comparison) {
  const auto add = [&](const std::string& target) {
    const bool is_new =
        std::find(comparison.targets.begin(), comparison.targets.end(), target) == comparison.targets.end();
    if (is_new) comparison.targets.push_back(target);
    require(comparison.targets.size() <= kMostTargets, table.where(), ": expected at most ", kMostTargets,
            " targets, got more");
  };
  if (table.has("targets")) {
    for (const JsonPlace& target : table.at("targets").list("targets", kMostTargets)) {
      add(target.text(kMostNameBytes));
    }
  }
  for (const FinishedMethod& method : comparison.methods) {
    for (const FinishedCell& cell : method.cells) add(cell.target);
  }
}

void take_table(const JsonPlace& table, FinishedComparison& comparison) {
  comparison.config = config_text(table.at("config"));
  if (table.has("splits")) comparison.splits = splits_of(table.at("splits"));
  if (table.has("part")) comparison.part = part_of(table.at("part"));
  if (table.has("missing")) {
    for (const JsonPlace& sentence : table.at("missing").list("sentences", kMostMissing)) {
      comparison.missing.push_back(sentence.text());
    }
  }
  for (const auto& [method, targets] : table.at("methods").members(kMostMethods)) {
    FinishedMethod& row = comparison.methods.emplace_back(FinishedMethod{method, {}});
    for (const auto& [target, cell] : targets.members(kMostTargets)) row.cells.push_back(cell_from(target, cell));
  }
  take_targets(table, comparison);
  comparison.seeds = table.has("seeds") ? table.at("seeds").whole(1, kMostSeeds) : most_seeds(comparison);
}

std::vector<std::string> names_of(const std::vector<FinishedMethod>& methods) {
  std::vector<std::string> names;
  for (const FinishedMethod& method : methods) names.push_back(method.name);
  return names;
}

}  // namespace

FinishedComparison read_comparison(const std::string& folder) {
  constexpr const char* kTable = "the table of pauc compare";
  const ComparisonPaths paths(folder);
  const Json json = read_json_file(folder, paths.table(), kTable);
  FinishedComparison comparison;
  comparison.name = folder_name(folder);
  take_table(JsonPlace(json, paths.table(), kTable), comparison);
  if (is_there(paths.curves())) comparison.plots = read_comparison_curves(paths, names_of(comparison.methods));
  return comparison;
}

}  // namespace pauc::record
