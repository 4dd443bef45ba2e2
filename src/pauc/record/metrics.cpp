#include "pauc/record/metrics.h"

#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/record/evaluation_json.h"
#include "pauc/record/json_file.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

std::optional<double> area_from(const JsonPlace& score, const char* area, const char* scale) {
  if (!score.has(area)) return std::nullopt;
  return score.at(area).at(scale).number();
}

PartMetrics part_from(const std::string& part, const JsonPlace& place) {
  PartMetrics metrics;
  metrics.part = part;
  metrics.positives = place.at("n_positive").whole();
  metrics.negatives = place.at("n_negative").whole(0, kMostCount - metrics.positives);
  const JsonPlace score = place.at("scores").at("score");
  metrics.one_way = area_from(score, "one_way", "mcclish");
  metrics.two_way = area_from(score, "two_way", "normalised");
  return metrics;
}

}  // namespace

std::string metrics_json(const Evaluation& train, const Evaluation& valid, const Evaluation& test) {
  const Json metrics = {
      {"train", evaluation_value(train)}, {"valid", evaluation_value(valid)}, {"test", evaluation_value(test)}};
  return metrics.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::vector<PartMetrics> read_metrics(const RunPaths& paths) {
  constexpr const char* kExpected = "the metrics of a run";
  require_usage(!is_there(paths.tasks()), paths.folder,
                ": expected a run with one label, got one with several; each of them has a run in ", paths.tasks());
  const std::string path = paths.metrics();
  const Json json = read_json_file(paths.folder, path, kExpected);
  const JsonPlace place(json, path, kExpected);
  std::vector<PartMetrics> parts;
  for (const char* part : {"train", "valid", "test"}) parts.push_back(part_from(part, place.at(part)));
  return parts;
}

}  // namespace pauc::record
