#include "pauc/metric/score_table.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/io/csv_values.h"
#include "pauc/core/text/label_rule.h"
#include "pauc/core/text/number.h"

namespace pauc {

namespace {

struct Places {
  std::size_t label = 0;
  std::vector<std::size_t> scores;
  std::optional<std::size_t> weight;
  std::optional<std::size_t> group;
  std::optional<std::size_t> id;
};

Places find_places(const CsvReader& csv, const ScoreColumns& columns) {
  Places places;
  places.label = csv.column(columns.label);
  std::vector<std::string> names;
  for (const auto& name : columns.scores) {
    places.scores.push_back(csv.column(name));
    names.push_back(csv.columns()[places.scores.back()]);
    require_usage(places.scores.back() != places.label, "score: expected a column other than the label, got \"", name,
                  '"');
    require_usage(std::count(names.begin(), names.end(), names.back()) == 1,
                  "score: expected columns of different names, got \"", names.back(), "\" twice");
  }
  if (!columns.weight.empty()) places.weight = csv.column(columns.weight);
  if (!columns.group.empty()) places.group = csv.column(columns.group);
  if (!columns.id.empty()) places.id = csv.column(columns.id);
  return places;
}

void check_weights(const ScoredRows& rows, const std::string& where) {
  if (rows.weights.empty()) return;
  double sums[2] = {0, 0};
  for (std::size_t i = 0; i < rows.weights.size(); ++i) sums[rows.labels[i]] += rows.weights[i];
  require(sums[0] > 0 || sums[1] > 0, where, ": expected weights above 0, got none");
  require(std::isfinite(sums[0] + sums[1]), where, ": expected weights with a finite sum, got ", sums[0] + sums[1]);
  require(sums[1] > 0, where, ": expected a positive row with a weight above 0, got none");
  require(sums[0] > 0, where, ": expected a negative row with a weight above 0, got none");
}

}  // namespace

ScoreTable read_score_table(const std::string& path, const ScoreColumns& columns) {
  CsvReader csv(path, {columns.header ? CsvOptions::Header::first_line : CsvOptions::Header::none});
  const Places places = find_places(csv, columns);
  const std::string label_name = joined(csv.name(), ": column ", csv.columns()[places.label]);

  ScoreTable table;
  ScoredRows& rows = table.rows;
  rows.columns.resize(places.scores.size());
  for (const auto place : places.scores) rows.names.push_back(csv.columns()[place]);
  LabelRule rule(columns.positive);
  GroupNumbers groups;
  std::int64_t records = 0;
  while (csv.next()) {
    ++records;
    const auto label = trimmed(csv.field(places.label));
    if (label.empty()) {
      ++table.unlabelled;
      continue;
    }
    table.numbers.push_back(records);
    if (places.id) table.ids.emplace_back(csv.field(*places.id));
    rule.add(label, [&] { return csv.place(places.label); });
    for (std::size_t c = 0; c < places.scores.size(); ++c) rows.columns[c].push_back(csv.number(places.scores[c]));
    if (places.weight) rows.weights.push_back(read_weight(csv, *places.weight));
    if (places.group) rows.groups.push_back(groups.of(read_group(csv, *places.group)));
  }
  require(records > 0, csv.name(), ": expected rows below the header, got none");
  auto decision = rule.decide(label_name);
  rows.labels = std::move(decision.labels);
  rows.group_count = groups.count();
  check_weights(rows, places.weight ? joined(csv.name(), ": column ", csv.columns()[*places.weight]) : "");

  const std::string header_note = columns.header ? note_on_numeric_header(csv) : "";
  if (!header_note.empty()) table.notes.push_back(header_note);
  table.positive = decision.positive;
  if (!decision.note.empty()) table.notes.push_back(decision.note);
  if (table.unlabelled > 0) {
    table.notes.push_back(
        joined(label_name, ": ", table.unlabelled,
               table.unlabelled == 1 ? " row without a label is left out" : " rows without a label are left out"));
  }
  return table;
}

}  // namespace pauc
