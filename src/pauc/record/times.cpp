#include "pauc/record/times.h"

#include <ctime>
#include <nlohmann/json.hpp>

#include "pauc/core/io/whole_file.h"
#include "pauc/record/json_file.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExpected = "the times of a run";

}  // namespace

std::string times_path(const RunPaths& paths) { return paths.folder + "/times.json"; }

std::string times_json(const RunTimes& times) {
  const Json json = {{"started", times.started},
                     {"finished", times.finished.empty() ? Json() : Json(times.finished)},
                     {"resumed", times.resumed},
                     {"folder", times.folder}};
  return json.dump(2) + "\n";
}

std::optional<RunTimes> read_times(const RunPaths& paths) {
  if (!is_there(times_path(paths))) return std::nullopt;
  const Json json = read_json_file(paths.folder, times_path(paths), kExpected);
  const JsonPlace place(json, times_path(paths), kExpected);
  RunTimes times;
  times.started = place.at("started").text();
  if (!place.at("finished").is_null()) times.finished = place.at("finished").text();
  times.resumed = place.at("resumed").whole();
  times.folder = place.at("folder").text();
  return times;
}

std::string utc_now() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace pauc::record
