#include "pauc/compare/comparison_folder.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/json_place.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/parallel.h"
#include "pauc/core/text/comma_list.h"
#include "pauc/core/version.h"
#include "pauc/data/options.h"
#include "pauc/record/comparison_paths.h"
#include "pauc/record/limits.h"

namespace pauc::compare {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kFormat = 1;
constexpr const char* kPathKeys[] = {"data.path", "data.more", "data.table", "data.test", "data.image_root"};

std::string start_path(const std::string& out) { return record::ComparisonPaths(out).start(); }
std::string record_path(const std::string& out) { return out + "/record.json"; }

Json start_json(const ComparisonStart& start) {
  Json files = Json::object();
  for (const DataFile& file : start.files) {
    files[file.path] = {{"bytes", file.fingerprint.bytes}, {"crc32", file.fingerprint.crc}};
  }
  return {{"format", kFormat}, {"version", start.version}, {"data", files}};
}

ComparisonStart read_start(const std::string& out) {
  const std::string path = start_path(out);
  const std::string text = content_of_file(path, record::kMostJsonBytes);
  const Json json = parsed_json(text, "the start of a comparison", path);
  const JsonPlace place(json, path, "the start of a comparison");
  const std::int64_t format = place.at("format").whole();
  require(format == kFormat, path, ": expected format ", kFormat, ", got ", format);
  ComparisonStart start{place.at("version").text(), {}};
  const JsonPlace data = place.at("data");
  data.require_that(data.json().is_object(), "data files");
  for (const auto& [name, value] : data.json().items()) {
    constexpr std::int64_t kLargestSum = std::numeric_limits<std::uint32_t>::max();
    const JsonPlace file(value, joined(data.where(), ": ", name));
    const auto sum = static_cast<std::uint32_t>(file.at("crc32").whole(0, kLargestSum));
    start.files.push_back({name, {file.at("bytes").whole(), sum}});
  }
  return start;
}

const DataFile* file_named(const std::string& name, const ComparisonStart& start) {
  const auto found =
      std::find_if(start.files.begin(), start.files.end(), [&](const DataFile& file) { return file.path == name; });
  return found == start.files.end() ? nullptr : &*found;
}

// The start with the files of earlier sessions, which must not have changed.
ComparisonStart with_earlier(const std::string& out, ComparisonStart start) {
  const ComparisonStart before = read_start(out);
  require(before.version == start.version, out, ": cannot resume: the comparison was started by pauc ", before.version,
          ", this is pauc ", kVersion, "; give another --out");
  for (const DataFile& file : before.files) {
    const DataFile* now = file_named(file.path, start);
    require(now == nullptr || now->fingerprint == file.fingerprint, out, ": cannot resume: ", file.path,
            " has changed since the comparison began; give another --out");
    if (now == nullptr) start.files.push_back(file);
  }
  return start;
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

// An unreadable log is replaced: it is not part of the result.
Json session_log(const std::string& path) {
  if (!is_there(path)) return Json::object();
  const std::string text = content_of_file(path, record::kMostJsonBytes);
  if (is_deeper_than(text, kDeepestJson)) return Json::object();
  const Json record = Json::parse(text, nullptr, false);
  return record.is_object() && record.contains("sessions") && record["sessions"].is_array() ? record : Json::object();
}

}  // namespace

const std::vector<std::string> kKeysOfPlaces = [] {
  std::vector<std::string> keys(std::begin(kPathKeys), std::end(kPathKeys));
  keys.insert(keys.end(), {"trainer.init", "trainer.init_last_layer", "trainer.threads", "trainer.importance"});
  return keys;
}();

std::string study_folder(const std::string& out, const Study& study) {
  return study.name.empty() ? out : out + "/" + study.name;
}

std::string runs_folder(const std::string& out, const Study& study) { return study_folder(out, study) + "/runs"; }

Config with_data_root(const Config& config, const std::string& root) {
  Config rooted = config;
  for (const char* key : kPathKeys) {
    const std::string path = config.get(key);
    if (path.empty() || path.rfind("synthetic:", 0) == 0) continue;
    std::vector<std::string> paths = {path};
    if (std::string_view(key) == "data.more") paths = listed_texts(path);
    for (std::string& one : paths) one = (fs::absolute(root) / one).lexically_normal().string();
    rooted.set(key, std::string_view(key) == "data.more" ? text_list(paths) : paths.front(), key);
  }
  return rooted;
}

std::vector<DataFile> study_files(const Study& study, const std::string& data_root) {
  return data_files(with_data_root(study.base, data_root).read("data", kDataFields), hardware_threads());
}

ComparisonStart comparison_start(const std::vector<DataFile>& files, const std::string& data_root) {
  const fs::path root = fs::absolute(data_root).lexically_normal();
  ComparisonStart start{kVersion, {}};
  for (const DataFile& file : files) {
    start.files.push_back({fs::path(file.path).lexically_proximate(root).string(), file.fingerprint});
  }
  return start;
}

void begin_comparison(const std::string& out, const ComparisonStart& start) {
  remove_temporary_files(out);
  const bool resumes = is_there(start_path(out));
  if (!resumes && !fs::is_empty(out)) fail(Fault::cannot_create, out, ": holds something else; give another --out");
  const ComparisonStart all = resumes ? with_earlier(out, start) : start;
  write_file_atomically(start_path(out), start_json(all).dump(2) + "\n");
}

void forget_start(const std::string& out) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(out, ignored)) {
    if (entry.path().string() != start_path(out)) return;
  }
  fs::remove(start_path(out), ignored);
  fs::remove(out, ignored);
}

std::string logged_command(const std::string& config, const std::string& options) {
  const fs::path path = fs::path(config).lexically_normal();
  const bool stays_below = path.is_relative() && *path.begin() != "..";
  return joined("pauc compare ", options, (stays_below ? path : path.filename()).string(),
                " --data-root DATA --out OUT");
}

bool has_session_log(const std::string& out) { return is_there(record_path(out)); }

void append_session(const std::string& out, const CompareSession& session) {
  Json record = session_log(record_path(out));
  Json sessions = record.contains("sessions") ? record["sessions"] : Json::array();
  sessions.push_back({{"date", today()},
                      {"found", session.found},
                      {"runs", session.runs},
                      {"seconds", std::round(session.seconds * 10) / 10},
                      {"workers", session.workers},
                      {"idle", std::round(session.idle * 10000) / 10000}});
  record = {{"command", session.command}, {"version", kVersion}, {"sessions", sessions}};
  write_file_atomically(record_path(out), record.dump(2) + "\n");
}

}  // namespace pauc::compare
