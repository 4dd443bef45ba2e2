#include "pauc/record/times.h"

#include <sys/stat.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "pauc/core/io/whole_file.h"
#include "pauc/record/json_file.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExpected = "the times of a run";

std::string utc_text(std::time_t time) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

}  // namespace

std::string times_path(const RunPaths& paths) { return paths.folder + "/times.json"; }

std::string times_json(const RunTimes& times) {
  Json data = Json::array();
  for (const auto& [name, modified] : times.data) data.push_back({{"name", name}, {"modified", modified}});
  const Json json = {{"started", times.started},
                     {"finished", times.finished.empty() ? Json() : Json(times.finished)},
                     {"resumed", times.resumed},
                     {"data", data},
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
  if (!place.has("data")) return times;  // of an earlier version
  for (const JsonPlace& file : place.at("data").list("files", kMostDataFiles)) {
    times.data.emplace_back(file.at("name").text(), file.at("modified").text());
  }
  return times;
}

std::string utc_now() { return utc_text(std::time(nullptr)); }

std::string utc_of_change(const std::string& path) {
  struct stat facts {};
  return stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) ? utc_text(facts.st_mtime) : "";
}

}  // namespace pauc::record
