#include "pauc/record/card.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Settings& settings) {
  Json object = Json::object();
  for (const auto& [name, text] : settings) object[name] = text;
  return object;
}

Settings settings_from(const Json& object) {
  Settings settings;
  for (const auto& [name, text] : object.items()) settings.emplace_back(name, text.get<std::string>());
  return settings;
}

Json json_of(const CardPart& part) { return {{"rows", part.rows}, {"positive", part.positives}}; }
CardPart part_from(const Json& part) { return {part.at("rows"), part.at("positive")}; }

Json thresholds_of(const ModelCard& card) {
  Json list = Json::array();
  for (const CardThreshold& at : card.thresholds) {
    list.push_back({{"fpr", at.fpr}, {"threshold", at.threshold}, {"realised_fpr", at.realised_fpr}, {"tpr", at.tpr}});
  }
  return list;
}

Json files_of(const ModelCard& card) {
  Json list = Json::array();
  for (const CardFile& file : card.files) {
    list.push_back({{"name", file.name}, {"bytes", file.fingerprint.bytes}, {"crc32", file.fingerprint.crc}});
  }
  return list;
}

ModelCard card_from(const Json& json) {
  ModelCard card;
  card.version = json.at("versions").at("pauc");
  card.libtorch = json.at("versions").at("libtorch");
  card.molecules = json.at("versions").value("molecules", "");
  const Json& data = json.at("data");
  card.kind = data.at("kind");
  card.header = data.at("header");
  card.id = data.at("id");
  card.label = data.at("label");
  card.positive = data.at("positive");
  for (const Json& file : data.at("files")) {
    card.files.push_back({file.at("name"), {file.at("bytes"), file.at("crc32")}});
  }
  card.train_part = part_from(data.at("train"));
  card.valid_part = part_from(data.at("valid"));
  card.test_part = part_from(data.at("test"));
  card.input = {input_kind_named(json.at("input").at("kind"), "input.kind"), json.at("input").at("sizes")};
  card.preprocessing = json.at("preprocessing").dump();
  card.model = json.at("model").at("name");
  card.model_options = settings_from(json.at("model").at("options"));
  const Json& target = json.at("target");
  card.target = {target.at("fpr_min"), target.at("fpr_max"), target.at("tpr_min")};
  for (const Json& at : json.at("thresholds")) {
    card.thresholds.push_back({at.at("fpr"), at.at("threshold"), at.at("realised_fpr"), at.at("tpr")});
  }
  card.platt = {json.at("platt").at("slope"), json.at("platt").at("shift")};
  const Json& training = json.at("training");
  card.objective = training.at("objective").at("name");
  card.objective_options = settings_from(training.at("objective").at("options"));
  card.best_epoch = training.at("best_epoch");
  card.epochs = training.at("epochs");
  card.seed = training.at("seed");
  card.valid = training.at("valid");
  return card;
}

}  // namespace

std::string card_json(const ModelCard& card) {
  Json json = {{"format", kCardFormat},
               {"data",
                {{"kind", card.kind},
                 {"header", card.header},
                 {"id", card.id},
                 {"label", card.label},
                 {"positive", card.positive},
                 {"files", files_of(card)},
                 {"train", json_of(card.train_part)},
                 {"valid", json_of(card.valid_part)},
                 {"test", json_of(card.test_part)}}},
               {"input", {{"kind", input_kind_name(card.input.kind)}, {"sizes", card.input.sizes}}},
               {"preprocessing", Json::parse(card.preprocessing)},
               {"model", {{"name", card.model}, {"options", json_of(card.model_options)}}},
               {"target",
                {{"fpr_min", card.target.fpr_min}, {"fpr_max", card.target.fpr_max}, {"tpr_min", card.target.tpr_min}}},
               {"thresholds", thresholds_of(card)},
               {"platt", {{"slope", card.platt.slope}, {"shift", card.platt.shift}}},
               {"training",
                {{"objective", {{"name", card.objective}, {"options", json_of(card.objective_options)}}},
                 {"epochs", card.epochs},
                 {"best_epoch", card.best_epoch},
                 {"valid", card.valid},
                 {"seed", card.seed}}},
               {"versions", {{"pauc", card.version}, {"libtorch", card.libtorch}}}};
  if (!card.molecules.empty()) json["versions"]["molecules"] = card.molecules;
  return json.dump(2) + "\n";
}

ModelCard read_card(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    fail(Fault::no_input, path, ": expected a trained run, got no model card");
  const std::string text = content_of_file(path);
  try {
    const Json json = Json::parse(text);
    require(json.at("format") == kCardFormat, path, ": expected a model card of format ", kCardFormat, ", got ",
            json.at("format").dump(), "; it belongs to another version of pauc");
    return card_from(json);
  } catch (const nlohmann::json::exception& error) {
    fail(Fault::data, path, ": expected a model card, got ", error.what());
  }
}

}  // namespace pauc::record
