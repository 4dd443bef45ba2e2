#include "pauc/record/predictions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/io/csv_values.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/metric/cases.h"
#include "pauc/record/json_file.h"
#include "pauc/record/row_columns.h"

namespace pauc::record {

namespace {

ScoredPart scored_part_from(CsvReader& csv) {
  const auto& columns = csv.columns();
  const auto find = [&](const char* name) -> std::optional<std::size_t> {
    const auto found = std::find(columns.begin(), columns.end(), name);
    if (found == columns.end()) return std::nullopt;
    return static_cast<std::size_t>(found - columns.begin());
  };
  const std::size_t row = csv.column("row");
  const std::size_t label = csv.column("label");
  const std::size_t score = csv.column("score");
  const auto id = find("id");
  const auto weight = find("weight");
  const auto group = find("group");
  const auto fold = find("fold");
  ScoredPart part;
  GroupNumbers groups;
  while (csv.next()) {
    part.labels.push_back(read_label(csv, label));
    part.numbers.push_back(read_row_number(csv, row));
    part.scores.push_back(csv.number(score));
    if (id) part.ids.emplace_back(csv.field(*id));
    if (weight) part.weights.push_back(read_weight(csv, *weight));
    if (group) part.groups.push_back(groups.of(read_group(csv, *group)));
    if (fold) part.folds.push_back(read_fold(csv, *fold));
  }
  part.group_names = groups.names();
  return part;
}

}  // namespace

ScoredRows rows_of(const ScoredPart& part) {
  ScoredRows rows;
  rows.labels = part.labels;
  rows.weights = part.weights;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
  for (const std::uint32_t group : part.groups) {
    rows.groups.push_back(numbers.emplace(group, static_cast<std::uint32_t>(numbers.size())).first->second);
  }
  rows.group_count = static_cast<std::int64_t>(numbers.size());
  return rows;
}

Evaluation evaluate_part(const ScoredPart& part, const EvaluationOptions& options) {
  ScoredRows rows = rows_of(part);
  rows.names = {"score"};
  rows.columns = {part.scores};
  return evaluate(std::move(rows), options);
}

std::string predictions_csv(const ScoredPart& part) {
  std::string text = joined("row", part.ids.empty() ? "" : ",id", ",label,score", part.weights.empty() ? "" : ",weight",
                            part.groups.empty() ? "" : ",group", part.folds.empty() ? "" : ",fold", "\n");
  for (std::size_t k = 0; k < part.numbers.size(); ++k) {
    text += std::to_string(part.numbers[k]);
    if (!part.ids.empty()) text += "," + csv_field(part.ids[k]);
    text += part.labels[k] == 1 ? ",1," : ",0,";
    append_part(text, part.scores[k]);
    if (!part.weights.empty()) text += joined(",", part.weights[k]);
    if (!part.groups.empty()) text += "," + csv_field(part.group_names[part.groups[k]]);
    if (!part.folds.empty()) text += joined(",", part.folds[k]);
    text += '\n';
  }
  return text;
}

ScoredPart read_predictions(const RunPaths& paths, const std::string& part) {
  const std::string path = paths.predictions(part);
  CsvReader csv(checked_file(paths.folder, path), {});
  ScoredPart rows = scored_part_from(csv);
  check_as_data(path, [&] { check(Cases{rows.labels, rows.scores, rows.weights}); });
  return rows;
}

ScoredPart rows_at(const ScoredPart& part, const std::vector<std::size_t>& rows) {
  ScoredPart some;
  const auto take = [&](const auto& all, auto& list) {
    for (const std::size_t row : all.empty() ? std::vector<std::size_t>() : rows) list.push_back(all[row]);
  };
  take(part.numbers, some.numbers);
  take(part.ids, some.ids);
  take(part.labels, some.labels);
  take(part.scores, some.scores);
  take(part.folds, some.folds);
  take(part.weights, some.weights);
  std::map<std::uint32_t, std::uint32_t> number_of;
  for (const std::size_t row : part.groups.empty() ? std::vector<std::size_t>() : rows) {
    const auto [at, is_new] = number_of.emplace(part.groups[row], static_cast<std::uint32_t>(number_of.size()));
    if (is_new && !part.group_names.empty()) some.group_names.push_back(part.group_names[part.groups[row]]);
    some.groups.push_back(at->second);
  }
  return some;
}

}  // namespace pauc::record
