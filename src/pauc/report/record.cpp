#include "pauc/report/record.h"

#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/report/evaluation_json.h"

namespace pauc {

std::string epoch_json(const EpochRecord& record) {
  nlohmann::ordered_json line = {{"epoch", record.epoch}};
  if (!record.phase.empty()) line["phase"] = record.phase;
  line["objective"] = record.objective;
  line["train"] = record.train;
  line["valid"] = record.valid;
  line["realised_fraction"] = nullptr;
  if (record.realised_fraction) line["realised_fraction"] = *record.realised_fraction;
  line["lr"] = record.lr;
  line["seconds"] = record.seconds;
  return line.dump();
}

EpochRecord epoch_from_json(const std::string& text, const std::string& where) {
  try {
    const auto line = nlohmann::json::parse(text);
    EpochRecord record;
    record.epoch = line.at("epoch");
    record.phase = line.value("phase", "");
    record.objective = line.at("objective");
    record.train = line.at("train");
    record.valid = line.at("valid");
    if (!line.at("realised_fraction").is_null()) record.realised_fraction = line.at("realised_fraction");
    record.lr = line.at("lr");
    record.seconds = line.at("seconds");
    return record;
  } catch (const nlohmann::json::exception& error) {
    fail(Fault::data, where, ": expected a line of a training log, got ", error.what());
  }
}

Evaluation evaluate_part(const ScoredPart& part, const EvaluationOptions& options) {
  ScoredRows rows;
  rows.labels = part.labels;
  rows.names = {"score"};
  rows.columns = {part.scores};
  rows.weights = part.weights;
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;  // groups of this part alone, from 0 on
  for (const std::uint32_t group : part.groups) {
    rows.groups.push_back(numbers.emplace(group, static_cast<std::uint32_t>(numbers.size())).first->second);
  }
  rows.group_count = static_cast<std::int64_t>(numbers.size());
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

std::string metrics_json(const Evaluation& train, const Evaluation& valid, const Evaluation& test) {
  nlohmann::ordered_json metrics;
  metrics["train"] = nlohmann::ordered_json::parse(evaluation_json(train));
  metrics["valid"] = nlohmann::ordered_json::parse(evaluation_json(valid));
  metrics["test"] = nlohmann::ordered_json::parse(evaluation_json(test));
  return metrics.dump(2) + "\n";
}

}  // namespace pauc
