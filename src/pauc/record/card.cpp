#include "pauc/record/card.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/record/json_file.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExpected = "a model card";
constexpr std::size_t kMostCardBytes = std::size_t{1} << 28;  // preprocessing has an entry per column of the data
constexpr std::size_t kMostThresholds = 64;
constexpr std::size_t kMostSizes = 8;

Json json_of(const CardPart& part) { return {{"rows", part.rows}, {"positive", part.positives}}; }

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

Json fingerprint_json(const Fingerprint& fingerprint) {
  return {{"bytes", fingerprint.bytes}, {"crc32", fingerprint.crc}};
}

CardPart part_from(const JsonPlace& part) {
  const std::int64_t rows = part.at("rows").whole();
  return {rows, part.at("positive").whole(0, rows)};
}

void take_data(const JsonPlace& data, ModelCard& card) {
  card.kind = data.at("kind").text();
  card.header = data.at("header").text();
  card.id = data.at("id").text();
  card.label = data.at("label").text();
  card.positive = data.at("positive").text();
  for (const JsonPlace& file : data.at("files").list("files", kMostDataFiles)) {
    card.files.push_back({file.at("name").text(), fingerprint_from(file)});
  }
  card.train_part = part_from(data.at("train"));
  card.valid_part = part_from(data.at("valid"));
  card.test_part = part_from(data.at("test"));
}

InputShape input_from(const JsonPlace& input) {
  const JsonPlace kind = input.at("kind");
  InputShape shape{input_kind_named(kind.text(), kind.where()), {}};
  for (const JsonPlace& size : input.at("sizes").list("sizes", kMostSizes)) shape.sizes.push_back(size.whole());
  return shape;
}

Region target_from(const JsonPlace& target) {
  const Region region{target.at("fpr_min").rate(), target.at("fpr_max").rate(), target.at("tpr_min").rate()};
  check_as_data(target.where(), [&] { check(region); });
  return region;
}

std::vector<CardThreshold> thresholds_from(const JsonPlace& place) {
  std::vector<CardThreshold> thresholds;
  for (const JsonPlace& at : place.list("thresholds", kMostThresholds)) {
    thresholds.push_back(
        {at.at("fpr").rate(), at.at("threshold").number(), at.at("realised_fpr").rate(), at.at("tpr").rate()});
  }
  return thresholds;
}

void take_training(const JsonPlace& training, ModelCard& card) {
  constexpr auto kLastSeed = std::numeric_limits<std::int64_t>::max();
  const JsonPlace objective = training.at("objective");
  card.objective = objective.at("name").text();
  card.objective_options = settings_from(objective.at("options"));
  card.epochs = training.at("epochs").whole(0, kLargestEpoch);
  card.best_epoch = training.at("best_epoch").whole(0, card.epochs);
  card.seed = training.at("seed").whole(-kLastSeed, kLastSeed);
  card.valid = training.at("valid").number();
}

void take_versions(const JsonPlace& versions, ModelCard& card) {
  card.version = versions.at("pauc").text();
  card.libtorch = versions.at("libtorch").text();
  if (versions.has("molecules")) card.molecules = versions.at("molecules").text();
}

ModelCard card_from(const JsonPlace& place) {
  const JsonPlace format = place.at("format");
  require(format.json() == kCardFormat, place.where(), ": expected a model card of format ", kCardFormat, ", got ",
          shown(format.plain_text()), "; it belongs to another version of pauc");
  ModelCard card;
  take_data(place.at("data"), card);
  card.input = input_from(place.at("input"));
  card.preprocessing = place.at("preprocessing").json().dump();
  const JsonPlace model = place.at("model");
  card.model = model.at("name").text();
  card.model_options = settings_from(model.at("options"));
  if (model.has("trees")) card.trees = fingerprint_from(model.at("trees"));
  if (model.has("weights")) card.weights = fingerprint_from(model.at("weights"));
  card.target = target_from(place.at("target"));
  card.thresholds = thresholds_from(place.at("thresholds"));
  const JsonPlace platt = place.at("platt");
  card.platt = {platt.at("slope").number(), platt.at("shift").number()};
  take_training(place.at("training"), card);
  take_versions(place.at("versions"), card);
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
               {"model", {{"name", card.model}, {"options", settings_json(card.model_options)}}},
               {"target",
                {{"fpr_min", card.target.fpr_min}, {"fpr_max", card.target.fpr_max}, {"tpr_min", card.target.tpr_min}}},
               {"thresholds", thresholds_of(card)},
               {"platt", {{"slope", card.platt.slope}, {"shift", card.platt.shift}}},
               {"training",
                {{"objective", {{"name", card.objective}, {"options", settings_json(card.objective_options)}}},
                 {"epochs", card.epochs},
                 {"best_epoch", card.best_epoch},
                 {"valid", card.valid},
                 {"seed", card.seed}}},
               {"versions", {{"pauc", card.version}, {"libtorch", card.libtorch}}}};
  if (card.trees) json["model"]["trees"] = fingerprint_json(*card.trees);
  if (card.weights) json["model"]["weights"] = fingerprint_json(*card.weights);
  if (!card.molecules.empty()) json["versions"]["molecules"] = card.molecules;
  return json.dump(2) + "\n";
}

ModelCard read_card(const RunPaths& paths) {
  const std::string path = paths.card();
  if (!is_there(path)) fail(Fault::no_input, path, ": expected a trained run, got no model card");
  const Json json = read_json_file(paths.folder, path, kExpected, kMostCardBytes);
  return card_from(JsonPlace(json, path, kExpected));
}

}  // namespace pauc::record
