#include "pauc/trainer/loop/saved_progress.h"

#include <ATen/Functions.h>

#include <nlohmann/json.hpp>

#include "pauc/batch/cpu_data.h"
#include "pauc/batch/flat_numbers.h"
#include "pauc/core/error.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

void add_all(const std::string& prefix, const NamedTensors& tensors, NamedTensors& all) {
  for (const auto& [name, tensor] : tensors) all[prefix + name] = tensor;
}

NamedTensors with_prefix(const std::string& prefix, const NamedTensors& all) {
  NamedTensors found;
  for (const auto& [name, tensor] : all) {
    if (name.rfind(prefix, 0) == 0) found[name.substr(prefix.size())] = tensor;
  }
  return found;
}

at::Tensor tensor_of(const std::vector<std::int64_t>& numbers) {
  at::Tensor tensor = at::empty({static_cast<std::int64_t>(numbers.size())}, at::kLong);
  std::copy(numbers.begin(), numbers.end(), cpu_data<std::int64_t>(tensor));
  return tensor;
}

// Named by epoch, so that targets with the same best epoch share one set of weights in the file.
std::string weights_prefix(std::int64_t epoch) { return joined("best/", epoch, "/"); }

void add_best(const BestEpoch& best, NamedTensors& all) { add_all(weights_prefix(best.epoch), best.weights, all); }

Json json_of(const BestEpoch& best) {
  Json json = {{"epoch", best.epoch}, {"valid", best.valid}};
  if (best.loss) json["loss"] = *best.loss;
  return json;
}

Json json_of(const StartOfTraining& start) {
  return {{"train_deviations", start.train_deviations},
          {"valid_deviations", start.valid_deviations},
          {"valid", start.valid},
          {"also", start.also}};
}

StartOfTraining start_from(const Json& json) {
  if (json.contains("train_deviation")) {  // as written before there were several labels
    return {{json.at("train_deviation")}, {json.at("valid_deviation")}, json.at("valid"), json.at("also")};
  }
  return {json.at("train_deviations"), json.at("valid_deviations"), json.at("valid"), json.at("also")};
}

BestEpoch best_from(const Json& json, const NamedTensors& all) {
  const std::int64_t epoch = json.at("epoch");
  std::optional<double> loss;
  if (json.contains("loss")) loss = json.at("loss").get<double>();
  return {epoch, json.at("valid"), loss, with_prefix(weights_prefix(epoch), all)};
}

}  // namespace

Checkpoint saved_progress(const Trainee& trainee, const Progress& progress, std::int64_t phase) {
  Checkpoint checkpoint;
  add_all("model/", trainee.model.weights(), checkpoint.tensors);
  add_all("objective/", trainee.objective.state.tensors(), checkpoint.tensors);
  add_all("optimiser/", trainee.optimiser.save(), checkpoint.tensors);
  add_best(progress.best, checkpoint.tensors);
  for (const BestEpoch& best : progress.also_best) add_best(best, checkpoint.tensors);
  checkpoint.tensors["sampler"] = tensor_of(progress.sampler_at_epoch);
  Json log = Json::array();
  for (const record::Epoch& epoch : progress.log) log.push_back(record::epoch_json(epoch));
  Json also_best = Json::array();
  for (const BestEpoch& best : progress.also_best) also_best.push_back(json_of(best));
  checkpoint.record = {{"phase", phase},
                       {"epoch", progress.epoch},
                       {"batch", progress.batch},
                       {"started", progress.started},
                       {"closed", progress.closed},
                       {"objective_sum", progress.objective_sum},
                       {"realised_sum", nullptr},
                       {"stepped", progress.stepped},
                       {"skipped", progress.skipped},
                       {"seconds", progress.seconds},
                       {"best", json_of(progress.best)},
                       {"also_best", also_best},
                       {"log", log}};
  if (progress.realised_sum) checkpoint.record["realised_sum"] = *progress.realised_sum;
  if (progress.start) checkpoint.record["start"] = json_of(*progress.start);
  return checkpoint;
}

std::int64_t phase_of(const Checkpoint& checkpoint) { return checkpoint.record.at("phase"); }

NamedTensors objective_state_of(const Checkpoint& checkpoint) { return with_prefix("objective/", checkpoint.tensors); }

void restore_progress(const Checkpoint& checkpoint, Trainee& trainee, Progress& progress) {
  const Json& record = checkpoint.record;
  copy_weights(with_prefix("model/", checkpoint.tensors), trainee.model);
  trainee.objective.state.restore(objective_state_of(checkpoint));
  trainee.optimiser.restore(with_prefix("optimiser/", checkpoint.tensors));
  progress = {};
  progress.epoch = record.at("epoch");
  progress.batch = record.at("batch");
  progress.started = record.at("started");
  progress.closed = record.at("closed");
  progress.objective_sum = record.at("objective_sum");
  if (!record.at("realised_sum").is_null()) progress.realised_sum = record.at("realised_sum");
  if (record.contains("start")) progress.start = start_from(record.at("start"));
  progress.stepped = record.at("stepped");
  progress.skipped = record.at("skipped");
  progress.seconds = record.at("seconds");
  progress.best = best_from(record.at("best"), checkpoint.tensors);
  for (const Json& best : record.at("also_best")) {
    progress.also_best.push_back(best_from(best, checkpoint.tensors));
  }
  for (const Json& line : record.at("log")) progress.log.push_back(record::epoch_from(JsonPlace(line, "checkpoint")));
  const FlatNumbers<std::int64_t> sampler(checkpoint.tensors.at("sampler"));
  progress.sampler_at_epoch.assign(sampler.begin(), sampler.end());
}

}  // namespace pauc
