#include "pauc/record/record.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/csv.h"
#include "pauc/core/io/csv_values.h"
#include "pauc/core/io/json_place.h"
#include "pauc/record/evaluation_json.h"

namespace pauc::record {

namespace {

std::vector<TargetValues> also_from(const JsonPlace& also) {
  std::vector<TargetValues> targets;
  for (const auto& [key, values] : also.members(kMostFurtherTargets)) {
    require(region_of_key(key).has_value(), also.where(), ": expected regions such as one_way_0.5, got ", shown(key));
    targets.push_back({key, values.at("train").number(), values.at("valid").number()});
  }
  return targets;
}

}  // namespace

std::string epoch_json(const EpochRecord& record) {
  nlohmann::ordered_json line = {{"epoch", record.epoch}};
  if (!record.phase.empty()) line["phase"] = record.phase;
  line["objective"] = record.objective;
  line["train"] = record.train;
  line["valid"] = record.valid;
  for (const TargetValues& target : record.also) {
    line["also"][target.key] = {{"train", target.train}, {"valid", target.valid}};
  }
  line["realised_fraction"] = nullptr;
  if (record.realised_fraction) line["realised_fraction"] = *record.realised_fraction;
  line["lr"] = record.lr;
  line["seconds"] = record.seconds;
  return line.dump();
}

EpochRecord epoch_from_json(const std::string& text, const std::string& where) {
  constexpr const char* kExpected = "a line of a training log";
  const auto json = parsed_json(text, kExpected, where);
  const JsonPlace line(json, where, kExpected);
  EpochRecord record;
  record.epoch = line.at("epoch").whole(0, kLargestEpoch);
  if (line.has("phase")) record.phase = line.at("phase").text();
  record.objective = line.at("objective").number();
  record.train = line.at("train").number();
  record.valid = line.at("valid").number();
  if (line.has("also")) record.also = also_from(line.at("also"));
  const JsonPlace fraction = line.at("realised_fraction");
  if (!fraction.is_null()) record.realised_fraction = fraction.number();
  record.lr = line.at("lr").number();
  record.seconds = line.at("seconds").number();
  return record;
}

std::string log_json(const std::vector<EpochRecord>& log) {
  std::string text;
  for (const EpochRecord& record : log) text += epoch_json(record) + "\n";
  return text;
}

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

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r\t;") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string predictions_csv(const ScoredPart& part) {
  std::string text = joined("row", part.ids.empty() ? "" : ",id", ",label,score", part.weights.empty() ? "" : ",weight",
                            part.groups.empty() ? "" : ",group", "\n");
  for (std::size_t k = 0; k < part.numbers.size(); ++k) {
    text += std::to_string(part.numbers[k]);
    if (!part.ids.empty()) text += "," + csv_field(part.ids[k]);
    text += part.labels[k] == 1 ? ",1," : ",0,";
    append_part(text, part.scores[k]);
    if (!part.weights.empty()) text += joined(",", part.weights[k]);
    if (!part.groups.empty()) text += "," + csv_field(part.group_names[part.groups[k]]);
    text += '\n';
  }
  return text;
}

ScoredPart read_predictions(const std::string& path) {
  CsvReader csv(path, {});
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
  ScoredPart part;
  GroupNumbers groups;
  while (csv.next()) {
    const double label_value = csv.number(label);
    if (label_value != 0 && label_value != 1) {
      fail(Fault::data, csv.place(label), ": expected 0 or 1, got ", shown(csv.field(label)));
    }
    const double number = csv.number(row);
    if (!(number >= 1 && number <= 0x1p53) || number != std::floor(number)) {
      fail(Fault::data, csv.place(row), ": expected the number of a row, got ", shown(csv.field(row)));
    }
    part.numbers.push_back(static_cast<std::int64_t>(number));
    part.labels.push_back(label_value == 1 ? 1 : 0);
    part.scores.push_back(csv.number(score));
    if (id) part.ids.emplace_back(csv.field(*id));
    if (weight) part.weights.push_back(read_weight(csv, *weight));
    if (group) part.groups.push_back(groups.of(read_group(csv, *group)));
  }
  part.group_names = groups.names();
  return part;
}

std::string metrics_json(const Evaluation& train, const Evaluation& valid, const Evaluation& test) {
  nlohmann::ordered_json metrics;
  metrics["train"] = nlohmann::ordered_json::parse(evaluation_json(train));
  metrics["valid"] = nlohmann::ordered_json::parse(evaluation_json(valid));
  metrics["test"] = nlohmann::ordered_json::parse(evaluation_json(test));
  return metrics.dump(2) + "\n";
}

}  // namespace pauc::record
