#include "pauc/record/epoch_log.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/metric/region.h"
#include "pauc/record/limits.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostLogBytes = std::size_t{1} << 28;
constexpr std::size_t kMostLineBytes = std::size_t{1} << 12;
constexpr std::size_t kMostEpochLines = 1'000'000;

std::vector<TargetValues> also_from(const JsonPlace& also) {
  std::vector<TargetValues> targets;
  for (const auto& [key, values] : also.members(kMostFurtherTargets)) {
    require(region_of_key(key).has_value(), also.where(), ": expected regions such as one_way_0.5, got ", shown(key));
    targets.push_back({key, values.at("train").number(), values.at("valid").number()});
  }
  return targets;
}

void require_drawable(const Epoch& epoch, const std::string& where) {
  for (const double value : {epoch.objective, epoch.train, epoch.valid, epoch.realised_fraction.value_or(0)}) {
    if (std::abs(value) <= kLargestDrawn) continue;
    fail(Fault::data, where, ": expected numbers from ", -kLargestDrawn, " to ", kLargestDrawn, ", got ", value);
  }
}

Epoch epoch_from_line(const std::string& line, const std::string& where) {
  constexpr const char* kExpected = "a line of a training log";
  require(line.size() <= kMostLineBytes, where, ": expected at most ", kMostLineBytes, " bytes, got ", line.size());
  const Json json = parsed_json(line, kExpected, where);
  Epoch epoch = epoch_from(JsonPlace(json, where, kExpected));
  require_drawable(epoch, where);
  return epoch;
}

}  // namespace

Json epoch_json(const Epoch& epoch) {
  Json line = {{"epoch", epoch.epoch}};
  if (!epoch.phase.empty()) line["phase"] = epoch.phase;
  line["objective"] = epoch.objective;
  line["train"] = epoch.train;
  line["valid"] = epoch.valid;
  for (const TargetValues& target : epoch.also) {
    line["also"][target.key] = {{"train", target.train}, {"valid", target.valid}};
  }
  line["realised_fraction"] = nullptr;
  if (epoch.realised_fraction) line["realised_fraction"] = *epoch.realised_fraction;
  if (epoch.since_start) {
    line["since_start"] = {{"spread", epoch.since_start->spread}, {"valid", epoch.since_start->valid}};
  }
  line["lr"] = epoch.lr;
  if (epoch.valid_loss) line["valid_loss"] = *epoch.valid_loss;
  if (epoch.weight_decay) line["weight_decay"] = *epoch.weight_decay;
  line["seconds"] = epoch.seconds;
  return line;
}

Epoch epoch_from(const JsonPlace& place) {
  Epoch epoch;
  epoch.epoch = place.at("epoch").whole(0, kLargestEpoch);
  if (place.has("phase")) epoch.phase = place.at("phase").text();
  epoch.objective = place.at("objective").number();
  epoch.train = place.at("train").number();
  epoch.valid = place.at("valid").number();
  if (place.has("also")) epoch.also = also_from(place.at("also"));
  const JsonPlace fraction = place.at("realised_fraction");
  if (!fraction.is_null()) epoch.realised_fraction = fraction.number();
  if (place.has("since_start")) {
    const JsonPlace since = place.at("since_start");
    epoch.since_start = SinceStart{since.at("spread").number(), since.at("valid").number()};
  }
  epoch.lr = place.at("lr").number();
  if (place.has("valid_loss")) epoch.valid_loss = place.at("valid_loss").number();
  if (place.has("weight_decay")) epoch.weight_decay = place.at("weight_decay").number();
  epoch.seconds = place.at("seconds").number();
  return epoch;
}

std::string epoch_log_text(const std::vector<Epoch>& epochs) {
  std::string text;
  for (const Epoch& epoch : epochs) text += epoch_json(epoch).dump() + "\n";
  return text;
}

std::vector<Epoch> read_epoch_log(const RunPaths& paths) {
  const std::string text = content_of_folder_file(paths.folder, paths.log(), kMostLogBytes);
  std::vector<Epoch> epochs;
  std::int64_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty() || line == "\r") continue;
    const std::string where = joined(paths.log(), ": line ", number);
    require(epochs.size() < kMostEpochLines, where, ": expected at most ", kMostEpochLines, " epochs, got more");
    epochs.push_back(epoch_from_line(line, where));
  }
  return epochs;
}

}  // namespace pauc::record
