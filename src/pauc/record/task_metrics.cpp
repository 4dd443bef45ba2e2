#include "pauc/record/task_metrics.h"

#include <nlohmann/json.hpp>

#include "pauc/core/io/whole_file.h"
#include "pauc/record/interval_json.h"
#include "pauc/record/json_file.h"
#include "pauc/record/name_in_folder.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExpected = "the metrics of a run with several labels";
constexpr std::size_t kMostTasks = 65536;
constexpr std::size_t kMostBytes = std::size_t{1} << 28;

Json figure_json(const std::optional<ShownFigure>& figure) {
  if (!figure) return nullptr;
  return {{"value", figure->value}, {"ci", interval_json(figure->ci)}};
}

std::optional<ShownFigure> figure_from(const JsonPlace& place) {
  if (place.is_null()) return std::nullopt;
  return ShownFigure{place.at("value").number(), interval_from(place.at("ci"))};
}

Json part_json(const TaskPart& part) {
  return {{"n_positive", part.positives},
          {"n_negative", part.negatives},
          {"target", figure_json(part.target)},
          {"auc", figure_json(part.auc)}};
}

TaskPart part_from(const JsonPlace& place) {
  TaskPart part;
  part.positives = place.at("n_positive").whole();
  part.negatives = place.at("n_negative").whole(0, kMostCount - part.positives);
  part.target = figure_from(place.at("target"));
  part.auc = figure_from(place.at("auc"));
  return part;
}

Json mean_json(const TaskPart& part) {
  return {{"labels", part.tasks}, {"target", figure_json(part.target)}, {"auc", figure_json(part.auc)}};
}

TaskPart mean_from(const JsonPlace& place) {
  TaskPart part;
  part.tasks = place.at("labels").whole(0, static_cast<std::int64_t>(kMostTasks));
  part.target = figure_from(place.at("target"));
  part.auc = figure_from(place.at("auc"));
  return part;
}

Json task_json(const TaskMetrics& task) {
  Json json = {{"name", task.name},
               {"folder", task.folder.empty() ? Json() : Json(task.folder)},
               {"positive", task.positive},
               {"train", part_json(task.train)},
               {"valid", part_json(task.valid)},
               {"test", part_json(task.test)}};
  if (task.objective.empty()) return json;
  json["objective"] = task.objective;
  json["best_epoch"] = task.best_epoch;
  return json;
}

TaskMetrics task_from(const JsonPlace& place) {
  TaskMetrics task;
  task.name = place.at("name").text();
  if (!place.at("folder").is_null()) task.folder = name_in_folder(place.at("folder"), "the name of a folder");
  task.positive = place.at("positive").text();
  task.train = part_from(place.at("train"));
  task.valid = part_from(place.at("valid"));
  task.test = part_from(place.at("test"));
  if (!place.has("objective")) return task;
  task.objective = place.at("objective").text();
  task.best_epoch = place.at("best_epoch").whole(0, kLargestEpoch);
  return task;
}

Region region_from(const JsonPlace& place) {
  const Region region{place.at("fpr_min").rate(), place.at("fpr_max").rate(), place.at("tpr_min").rate()};
  check_as_data(place.where(), [&] { check(region); });
  return region;
}

}  // namespace

// While a run is trained on, its metrics.json is gone.
bool has_several_labels(const RunPaths& paths) { return paths.finished() && is_there(paths.tasks()); }

std::string several_metrics_json(const SeveralMetrics& metrics) {
  const Region& target = metrics.target;
  Json json = {
      {"shared", metrics.shared},
      {"target", {{"fpr_min", target.fpr_min}, {"fpr_max", target.fpr_max}, {"tpr_min", target.tpr_min}}},
      {"mean",
       {{"train", mean_json(metrics.train)}, {"valid", mean_json(metrics.valid)}, {"test", mean_json(metrics.test)}}},
      {"labels", Json::array()}};
  for (const TaskMetrics& task : metrics.tasks) json["labels"].push_back(task_json(task));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

SeveralMetrics read_several_metrics(const RunPaths& paths) {
  const std::string path = paths.metrics();
  const Json json = read_json_file(paths.folder, path, kExpected, kMostBytes);
  const JsonPlace place(json, path, kExpected);
  SeveralMetrics metrics;
  metrics.shared = place.at("shared").truth();
  metrics.target = region_from(place.at("target"));
  for (const JsonPlace& task : place.at("labels").list("labels", kMostTasks)) metrics.tasks.push_back(task_from(task));
  const JsonPlace mean = place.at("mean");
  metrics.train = mean_from(mean.at("train"));
  metrics.valid = mean_from(mean.at("valid"));
  metrics.test = mean_from(mean.at("test"));
  return metrics;
}

}  // namespace pauc::record
