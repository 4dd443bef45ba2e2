#include "pauc/record/card.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/record/interval_json.h"
#include "pauc/record/json_file.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExpected = "a model card";
constexpr std::size_t kMostCardBytes = std::size_t{1} << 28;  // preprocessing has an entry per column of the data
constexpr std::size_t kMostThresholds = 64;
constexpr std::size_t kMostSizes = 8;
constexpr std::size_t kMostWarnings = 64;
constexpr std::size_t kMostLabels = 65536;
constexpr std::size_t kMostKnots = std::size_t{1} << 22;

Json json_of(const CardPart& part) { return {{"rows", part.rows}, {"positive", part.positives}}; }

void add_guarantee(const CardThreshold& at, Json& json) {
  const bool found = at.guaranteed_threshold.has_value();
  json["confidence"] = at.confidence;
  json["guaranteed_threshold"] = found ? Json(*at.guaranteed_threshold) : Json();
  json["guaranteed_fpr"] = found ? Json(at.guaranteed_fpr) : Json();
  json["guaranteed_tpr"] = found ? Json(at.guaranteed_tpr) : Json();
  if (!found) json["guarantee_reason"] = at.guarantee_reason;
}

Json thresholds_of(const ModelCard& card) {
  Json list = Json::array();
  for (const CardThreshold& at : card.thresholds) {
    list.push_back({{"fpr", at.fpr}, {"threshold", at.threshold}, {"realised_fpr", at.realised_fpr}, {"tpr", at.tpr}});
    if (at.confidence > 0) add_guarantee(at, list.back());
  }
  return list;
}

Json files_of(const ModelCard& card) {
  Json list = Json::array();
  for (const CardFile& file : card.files) {
    list.push_back({{"name", file.name}, {"bytes", file.fingerprint.bytes}, {"crc32", file.fingerprint.crc}});
    if (!file.sha256.empty()) list.back()["sha256"] = file.sha256;
  }
  return list;
}

Json fingerprint_json(const Fingerprint& fingerprint) {
  return {{"bytes", fingerprint.bytes}, {"crc32", fingerprint.crc}};
}

Json test_json(const CardTest& test) {
  return {{"target", test.target},
          {"target_ci", interval_json(test.target_ci)},
          {"auc", test.auc},
          {"auc_ci", interval_json(test.auc_ci)}};
}

Json number_or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(); }

void add_probabilities(const ProbabilityMap& map, Json& json) {
  json["platt"] = {{"slope", map.platt.slope}, {"shift", map.platt.shift}};
  json["probabilities"] = {{"method", map.method()},
                           {"platt_log_loss", number_or_null(map.platt_loss)},
                           {"isotonic_log_loss", number_or_null(map.isotonic_loss)}};
  if (!map.isotonic) return;
  json["isotonic"] = {{"scores", map.isotonic->scores}, {"probabilities", map.isotonic->probabilities}};
}

Json calibration_json(const CardCalibration& calibration) {
  return {{"version", calibration.version},
          {"file",
           {{"name", calibration.file.name},
            {"bytes", calibration.file.fingerprint.bytes},
            {"crc32", calibration.file.fingerprint.crc}}},
          {"rows", calibration.part.rows},
          {"positive", calibration.part.positives}};
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
    if (file.has("sha256")) card.files.back().sha256 = file.at("sha256").text();
  }
  card.train_part = part_from(data.at("train"));
  card.valid_part = part_from(data.at("valid"));
  card.test_part = part_from(data.at("test"));
  if (data.has("labels")) {
    for (const JsonPlace& label : data.at("labels").list("labels", kMostLabels)) card.labels.push_back(label.text());
  }
  if (!data.has("warnings")) return;
  for (const JsonPlace& warning : data.at("warnings").list("warnings", kMostWarnings)) {
    card.warnings.push_back(warning.text());
  }
}

CardOutput output_from(const JsonPlace& output) {
  const std::int64_t of = output.at("of").whole(2, static_cast<std::int64_t>(kMostLabels));
  return {output.at("index").whole(0, of - 1), of};
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

void take_guarantee(const JsonPlace& at, CardThreshold& threshold) {
  threshold.confidence = at.at("confidence").rate();
  at.require_that(threshold.confidence > 0 && threshold.confidence < 1, "a confidence between 0 and 1");
  const JsonPlace guaranteed = at.at("guaranteed_threshold");
  if (guaranteed.is_null()) {
    threshold.guarantee_reason = at.at("guarantee_reason").text();
    return;
  }
  threshold.guaranteed_threshold = guaranteed.number();
  threshold.guaranteed_fpr = at.at("guaranteed_fpr").rate();
  threshold.guaranteed_tpr = at.at("guaranteed_tpr").rate();
}

std::vector<CardThreshold> thresholds_from(const JsonPlace& place) {
  std::vector<CardThreshold> thresholds;
  for (const JsonPlace& at : place.list("thresholds", kMostThresholds)) {
    thresholds.push_back(
        {at.at("fpr").rate(), at.at("threshold").number(), at.at("realised_fpr").rate(), at.at("tpr").rate()});
    if (at.has("confidence")) take_guarantee(at, thresholds.back());
  }
  return thresholds;
}

Isotonic isotonic_from(const JsonPlace& place) {
  Isotonic curve;
  for (const JsonPlace& score : place.at("scores").list("scores", kMostKnots)) curve.scores.push_back(score.number());
  for (const JsonPlace& probability : place.at("probabilities").list("probabilities", kMostKnots)) {
    curve.probabilities.push_back(probability.rate());
  }
  const bool rises =
      std::is_sorted(curve.probabilities.begin(), curve.probabilities.end()) &&
      std::adjacent_find(curve.scores.begin(), curve.scores.end(), std::greater_equal<>()) == curve.scores.end();
  place.require_that(rises && !curve.scores.empty() && curve.scores.size() == curve.probabilities.size(),
                     "as many probabilities as scores, rising");
  return curve;
}

std::optional<double> number_or_none(const JsonPlace& place) {
  return place.is_null() ? std::nullopt : std::optional<double>(place.number());
}

ProbabilityMap probabilities_from(const JsonPlace& card) {
  ProbabilityMap map;
  const JsonPlace platt = card.at("platt");
  map.platt = {platt.at("slope").number(), platt.at("shift").number()};
  if (!card.has("probabilities")) return map;  // of an earlier version
  const JsonPlace chosen = card.at("probabilities");
  map.platt_loss = number_or_none(chosen.at("platt_log_loss"));
  map.isotonic_loss = number_or_none(chosen.at("isotonic_log_loss"));
  if (card.has("isotonic")) map.isotonic = isotonic_from(card.at("isotonic"));
  const JsonPlace method = chosen.at("method");
  method.require_that(method.text() == map.method(), std::string("the method of its curve, ") + map.method());
  return map;
}

CardCalibration calibration_from(const JsonPlace& place) {
  CardCalibration calibration;
  calibration.version = place.at("version").whole(2);
  const JsonPlace file = place.at("file");
  calibration.file = {file.at("name").text(), fingerprint_from(file)};
  calibration.part = part_from(place);
  return calibration;
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
  if (!training.has("test")) return;  // of an earlier version
  const JsonPlace test = training.at("test");
  card.test = CardTest{test.at("target").number(), interval_from(test.at("target_ci")), test.at("auc").rate(),
                       interval_from(test.at("auc_ci"))};
}

void take_versions(const JsonPlace& versions, ModelCard& card) {
  card.version = versions.at("pauc").text();
  card.libtorch = versions.at("libtorch").text();
  if (versions.has("xgboost")) card.xgboost = versions.at("xgboost").text();
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
  if (model.has("output")) card.output = output_from(model.at("output"));
  card.target = target_from(place.at("target"));
  card.thresholds = thresholds_from(place.at("thresholds"));
  if (place.has("guarantee_basis")) {
    const JsonPlace basis = place.at("guarantee_basis");
    check_as_data(basis.where(), [&] { card.guarantee_basis = choice_named<GuaranteeBasis>(basis.text(), "basis"); });
  }
  card.probabilities = probabilities_from(place);
  if (place.has("calibration")) card.calibration = calibration_from(place.at("calibration"));
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
               {"guarantee_basis", choice_name(card.guarantee_basis)},
               {"training",
                {{"objective", {{"name", card.objective}, {"options", settings_json(card.objective_options)}}},
                 {"epochs", card.epochs},
                 {"best_epoch", card.best_epoch},
                 {"valid", card.valid},
                 {"seed", card.seed}}},
               {"versions", {{"pauc", card.version}, {"libtorch", card.libtorch}}}};
  if (card.test) json["training"]["test"] = test_json(*card.test);
  if (!card.warnings.empty()) json["data"]["warnings"] = card.warnings;
  add_probabilities(card.probabilities, json);
  if (card.calibration) json["calibration"] = calibration_json(*card.calibration);
  if (card.trees) json["model"]["trees"] = fingerprint_json(*card.trees);
  if (card.output) json["model"]["output"] = {{"index", card.output->index}, {"of", card.output->of}};
  if (!card.labels.empty()) json["data"]["labels"] = card.labels;
  if (!card.xgboost.empty()) json["versions"]["xgboost"] = card.xgboost;
  if (card.weights) json["model"]["weights"] = fingerprint_json(*card.weights);
  if (!card.molecules.empty()) json["versions"]["molecules"] = card.molecules;
  return json.dump(2) + "\n";
}

ModelCard read_card(const RunPaths& paths) {
  const char* const several = ": expected a run with one label, got one with several; each of them has a run in ";
  require_usage(is_there(paths.card()) || !is_there(paths.tasks()), paths.folder, several, paths.tasks());
  ModelCard card = read_any_card(paths);
  require_usage(card.labels.empty(), paths.folder, several, paths.tasks());
  return card;
}

ModelCard read_any_card(const RunPaths& paths) {
  const std::string path = paths.card();
  if (!is_there(path)) fail(Fault::no_input, path, ": expected a trained run, got no model card");
  const Json json = read_json_file(paths.folder, path, kExpected, kMostCardBytes);
  return card_from(JsonPlace(json, path, kExpected));
}

}  // namespace pauc::record
