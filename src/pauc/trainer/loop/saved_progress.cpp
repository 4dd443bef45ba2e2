#include "pauc/trainer/loop/saved_progress.h"

#include <ATen/Functions.h>

#include <nlohmann/json.hpp>

#include "pauc/batch/cpu_data.h"
#include "pauc/batch/flat_numbers.h"
#include "pauc/core/error.h"
#include "pauc/core/io/json_place.h"
#include "pauc/record/limits.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kWhere = "checkpoint";
constexpr std::size_t kMostNumbers = std::size_t{1} << 16;

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

std::vector<double> numbers_from(const JsonPlace& place) {
  std::vector<double> numbers;
  for (const JsonPlace& number : place.list("numbers", kMostNumbers)) numbers.push_back(number.number());
  return numbers;
}

StartOfTraining start_from(const JsonPlace& place) {
  StartOfTraining start;
  if (place.has("train_deviation")) {  // as written when all labels had one
    start.train_deviations = {place.at("train_deviation").number()};
    start.valid_deviations = {place.at("valid_deviation").number()};
  } else {
    start.train_deviations = numbers_from(place.at("train_deviations"));
    start.valid_deviations = numbers_from(place.at("valid_deviations"));
  }
  start.valid = place.at("valid").number();
  start.also = numbers_from(place.at("also"));
  return start;
}

BestEpoch best_from(const JsonPlace& place, const NamedTensors& all) {
  const std::int64_t epoch = place.at("epoch").whole();
  std::optional<double> loss;
  if (place.has("loss")) loss = place.at("loss").number();
  return {epoch, place.at("valid").number(), loss, with_prefix(weights_prefix(epoch), all)};
}

std::vector<std::int64_t> sampler_from(const NamedTensors& all) {
  const auto found = all.find("sampler");
  require(found != all.end(), kWhere, ": expected a tensor \"sampler\", got none");
  const FlatNumbers<std::int64_t> numbers(found->second);
  return {numbers.begin(), numbers.end()};
}

Progress progress_from(const JsonPlace& record, const NamedTensors& all) {
  Progress progress;
  progress.epoch = record.at("epoch").whole();
  progress.batch = record.at("batch").whole();
  progress.started = record.at("started").truth();
  progress.closed = record.at("closed").truth();
  progress.objective_sum = record.at("objective_sum").number();
  const JsonPlace realised_sum = record.at("realised_sum");
  if (!realised_sum.is_null()) progress.realised_sum = realised_sum.number();
  if (record.has("start")) progress.start = start_from(record.at("start"));
  progress.stepped = record.at("stepped").whole();
  progress.skipped = record.at("skipped").whole();
  progress.seconds = record.at("seconds").number();
  progress.best = best_from(record.at("best"), all);
  for (const JsonPlace& best : record.at("also_best").list("best epochs", kMostNumbers)) {
    progress.also_best.push_back(best_from(best, all));
  }
  for (const JsonPlace& line : record.at("log").list("epochs", record::kLargestEpoch)) {
    progress.log.push_back(record::epoch_from(line));
  }
  progress.sampler_at_epoch = sampler_from(all);
  return progress;
}

// What reads a record; one that is not that of a training cannot be resumed.
template <class Read>
auto resumable(const Read& read) {
  try {
    return read();
  } catch (const UserError& error) {
    fail(Fault::cannot_resume, error.what(), "; overwrite the run to start again");
  }
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

std::int64_t phase_of(const Checkpoint& checkpoint) {
  return resumable([&] { return JsonPlace(checkpoint.record, kWhere).at("phase").whole(); });
}

NamedTensors objective_state_of(const Checkpoint& checkpoint) { return with_prefix("objective/", checkpoint.tensors); }

void restore_progress(const Checkpoint& checkpoint, Trainee& trainee, Progress& progress) {
  copy_weights(with_prefix("model/", checkpoint.tensors), trainee.model);
  trainee.objective.state.restore(objective_state_of(checkpoint));
  trainee.optimiser.restore(with_prefix("optimiser/", checkpoint.tensors));
  progress = resumable([&] { return progress_from(JsonPlace(checkpoint.record, kWhere), checkpoint.tensors); });
}

}  // namespace pauc
