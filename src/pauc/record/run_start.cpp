#include "pauc/record/run_start.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/record/json_file.h"

namespace pauc::record {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr const char* kExpected = "the start of a run";

RunStart start_from(const JsonPlace& place, const std::string& folder) {
  const JsonPlace format = place.at("format");
  require(format.json() == kFormat, folder, ": expected a run folder of format ", kFormat, ", got ",
          shown(format.plain_text()), "; it belongs to another version of pauc");
  RunStart start;
  start.version = place.at("version").text();
  if (place.has("command")) start.command = place.at("command").text();
  for (const auto& [key, value] : place.at("asked").members(kMostJsonMembers)) {
    start.asked.emplace_back(key, value.text());
  }
  for (const JsonPlace& file : place.at("data").list("files", kMostDataFiles)) {
    start.files.push_back({file.at("path").text(), fingerprint_from(file)});
    if (file.has("sha256")) start.files.back().sha256 = file.at("sha256").text();
  }
  if (place.has("rows_crc32")) {
    constexpr std::int64_t kLargest = std::numeric_limits<std::uint32_t>::max();
    start.rows_crc = static_cast<std::uint32_t>(place.at("rows_crc32").whole(0, kLargest));
  }
  return start;
}

}  // namespace

std::string run_start_json(const RunStart& start) {
  Json files = Json::array();
  for (const DataFile& file : start.files) {
    files.push_back({{"path", file.path}, {"bytes", file.fingerprint.bytes}, {"crc32", file.fingerprint.crc}});
    if (!file.sha256.empty()) files.back()["sha256"] = file.sha256;
  }
  Json json = {{"format", kFormat},
               {"version", start.version},
               {"command", start.command},
               {"asked", settings_json(start.asked)},
               {"data", files}};
  if (start.rows_crc) json["rows_crc32"] = *start.rows_crc;
  return json.dump(2) + "\n";
}

RunStart read_run_start(const RunPaths& paths) {
  const std::string path = paths.start();
  if (!is_there(path)) fail(Fault::no_input, paths.folder, ": expected the folder of a run, found no run.json in it");
  const Json json = read_json_file(paths.folder, path, kExpected);
  return start_from(JsonPlace(json, path, kExpected), paths.folder);
}

}  // namespace pauc::record
