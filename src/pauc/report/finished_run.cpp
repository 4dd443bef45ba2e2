#include "pauc/report/finished_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "pauc/core/error.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/json_place.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/metric/cases.h"
#include "pauc/record/run_paths.h"
#include "pauc/report/page/words.h"

namespace pauc::report {

namespace {

using Json = nlohmann::ordered_json;

// More than a run ever writes: reading takes little memory, and a page made of such a folder can still be opened.
constexpr std::size_t kMostJsonBytes = std::size_t{1} << 24;
constexpr std::size_t kMostHardestBytes = std::size_t{1} << 26;  // it holds pictures
constexpr std::size_t kMostLogBytes = std::size_t{1} << 28;
constexpr std::size_t kMostLineBytes = std::size_t{1} << 12;
constexpr std::size_t kMostEpochLines = 1'000'000;
constexpr std::size_t kMostFiles = 1024;
constexpr std::size_t kMostVersions = 64;
constexpr std::size_t kMostThresholds = 64;
constexpr std::size_t kMostCandidates = 64;

constexpr const char* kCard = "a model card";

void require_finished(const record::RunPaths& paths) {
  if (!is_there(paths.folder)) fail(Fault::no_input, paths.folder, ": expected a run folder, got nothing there");
  if (!is_there(paths.beginning()) && !is_there(paths.card())) {
    fail(Fault::no_input, paths.folder, ": expected a run folder of pauc train, got none");
  }
  require(paths.finished(), paths.folder, ": expected a finished run, got one that is not; pauc train --resume --out ",
          paths.folder, " goes on with it");
}

Json read_json(const record::RunPaths& paths, const std::string& path, const char* expected) {
  return parsed_json(content_of_folder_file(paths.folder, path, kMostJsonBytes), expected, path);
}

// A check of another layer does not know which file it is about, and takes what it refuses for an option.
template <class Check>
void checked_at(const std::string& where, const Check& check) {
  try {
    check();
  } catch (const UserError& error) {
    fail(Fault::data, where, ": ", error.what());
  }
}

std::string part_text(const JsonPlace& part) {
  const std::int64_t rows = part.at("rows").whole();
  const std::int64_t positives = part.at("positive").whole(0, rows);
  const double share = rows > 0 ? static_cast<double>(positives) / static_cast<double>(rows) : 0;
  return fmt::format("{} rows, {} positive ({})", rows, positives, percent_text(share));
}

std::string file_text(const JsonPlace& file) {
  return fmt::format("{} ({} bytes, CRC-32 {:08x})", file.at("name").text(), file.at("bytes").whole(),
                     file.at("crc32").whole(0, std::numeric_limits<std::uint32_t>::max()));
}

void take_data_facts(const JsonPlace& data, RunRecord& run) {
  for (const JsonPlace& file : data.at("files").list("files", kMostFiles)) {
    run.data += joined(run.data.empty() ? "" : ", ", file.at("name").text());
    run.facts.emplace_back("data file", file_text(file));
  }
  run.positive = data.at("positive").text();
  run.facts.emplace_back("kind of data", data.at("kind").text());
  run.facts.emplace_back("positive label", run.positive);
  for (const char* part : {"train", "valid", "test"}) run.facts.emplace_back(part, part_text(data.at(part)));
}

std::string with_options(const std::string& name, const std::string& options) {
  return options.empty() ? name : joined(name, ": ", options);
}

void take_training_facts(const JsonPlace& card, RunRecord& run) {
  const JsonPlace model = card.at("model");
  const JsonPlace training = card.at("training");
  const JsonPlace objective = training.at("objective");
  run.objective = objective.at("name").text();
  run.model = model.at("name").text();
  const std::int64_t epochs = training.at("epochs").whole(0, kLargestEpoch);
  run.best_epoch = training.at("best_epoch").whole(0, epochs);
  run.facts.emplace_back("model", with_options(run.model, model.at("options").options_text()));
  run.facts.emplace_back("objective", with_options(run.objective, objective.at("options").options_text()));
  run.facts.emplace_back("epochs", joined(epochs, ", the best on validation is ", run.best_epoch));
  constexpr auto kLastSeed = std::numeric_limits<std::int64_t>::max();
  run.facts.emplace_back("seed", joined(training.at("seed").whole(-kLastSeed, kLastSeed)));
}

void take_target(const JsonPlace& target, RunRecord& run) {
  run.target = {target.at("fpr_min").rate(), target.at("fpr_max").rate(), target.at("tpr_min").rate()};
  checked_at(target.where(), [&] { check(run.target); });
}

void take_card(const JsonPlace& card, RunRecord& run) {
  const JsonPlace format = card.at("format");
  require(format.json() == record::kCardFormat, card.where(), ": expected a model card of format ", record::kCardFormat,
          ", got ", shown(format.plain_text()), "; it belongs to another version of pauc");
  take_data_facts(card.at("data"), run);
  take_training_facts(card, run);
  take_target(card.at("target"), run);
  for (const JsonPlace& at : card.at("thresholds").list("thresholds", kMostThresholds)) {
    run.thresholds.push_back({at.at("fpr").rate(), at.at("threshold").number()});
  }
  for (const auto& [name, version] : card.at("versions").members(kMostVersions)) {
    run.facts.emplace_back(name, version.plain_text());
  }
}

void require_drawable(const record::EpochRecord& epoch, const std::string& where) {
  for (const double value : {epoch.objective, epoch.train, epoch.valid, epoch.realised_fraction.value_or(0)}) {
    if (std::abs(value) <= kLargestDrawn) continue;
    fail(Fault::data, where, ": expected numbers from ", -kLargestDrawn, " to ", kLargestDrawn, ", got ", value);
  }
}

std::vector<record::EpochRecord> read_log(const record::RunPaths& paths) {
  const std::string text = content_of_folder_file(paths.folder, paths.log(), kMostLogBytes);
  std::vector<record::EpochRecord> epochs;
  std::int64_t number = 1;
  for (std::size_t begin = 0; begin < text.size(); ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.empty() || line == "\r") continue;
    const std::string where = joined(paths.log(), ": line ", number);
    require(line.size() <= kMostLineBytes, where, ": expected at most ", kMostLineBytes, " bytes, got ", line.size());
    require(epochs.size() < kMostEpochLines, where, ": expected at most ", kMostEpochLines, " epochs, got more");
    epochs.push_back(record::epoch_from_json(line, where));
    require_drawable(epochs.back(), where);
  }
  return epochs;
}

Interval interval_from(const JsonPlace& place) {
  const auto bounds = place.list("bounds", 2);
  place.require_that(bounds.size() == 2, "two bounds");
  const Interval interval{bounds[0].number(kLargestDrawn), bounds[1].number(kLargestDrawn)};
  require(interval.lower <= interval.upper, place.where(), ": expected the lower bound first, got ", interval.lower,
          " and ", interval.upper);
  return interval;
}

// A name that cannot lead out of the folder.
std::string candidate_name(const JsonPlace& place) {
  const std::string name = place.text(kMostNameBytes);
  const bool has_control = std::any_of(name.begin(), name.end(), [](char c) { return c >= 0 && c < ' '; });
  place.require_that(!name.empty() && name[0] != '.' && name.find('/') == std::string::npos && !has_control,
                     "the name of a candidate");
  return name;
}

CandidateRecord candidate_from(const JsonPlace& entry) {
  CandidateRecord candidate;
  candidate.name = candidate_name(entry.at("name"));
  candidate.best_epoch = entry.at("best_epoch").whole(0, kLargestEpoch);
  candidate.valid = entry.at("valid").number(kLargestDrawn);
  candidate.kept = entry.at("kept").truth();
  if (!entry.at("ci").is_null()) candidate.ci = interval_from(entry.at("ci"));
  return candidate;
}

std::vector<CandidateRecord> read_candidates(const record::RunPaths& paths) {
  const std::string path = paths.candidates_table();
  if (!is_there(path)) return {};
  const Json json = read_json(paths, path, "the candidates of a run");
  std::vector<CandidateRecord> candidates;
  std::set<std::string> names;
  for (const JsonPlace& entry : JsonPlace(json, path).list("candidates", kMostCandidates)) {
    candidates.push_back(candidate_from(entry));
    const std::string& name = candidates.back().name;
    require(names.insert(name).second, entry.where(), ": expected candidates of different names, got ", shown(name),
            " twice");
    // Its files are held to its own folder.
    if (is_there(paths.candidate(name))) require_inside(paths.folder, paths.candidate(name));
  }
  const auto kept = std::count_if(candidates.begin(), candidates.end(), [](const auto& each) { return each.kept; });
  require(kept == 1, path, ": expected one candidate that was kept, got ", kept);
  return candidates;
}

record::ScoredPart read_part(const record::RunPaths& paths, const std::string& part) {
  const std::string path = paths.predictions(part);
  record::ScoredPart rows = record::read_predictions(checked_file(paths.folder, path));
  checked_at(path, [&] { check(Cases{rows.labels, rows.scores, rows.weights}); });
  return rows;
}

record::HardestExamples read_hardest(const record::RunPaths& paths, const std::string& part,
                                     const record::ScoredPart& rows) {
  if (!is_there(paths.hardest())) return record::hardest_of(rows);
  return record::hardest_from_json(content_of_folder_file(paths.folder, paths.hardest(), kMostHardestBytes), part,
                                   paths.hardest());
}

std::string read_command(const record::RunPaths& paths) {
  if (!is_there(paths.beginning())) return "";
  const Json json = read_json(paths, paths.beginning(), "what a run was begun with");
  const JsonPlace beginning(json, paths.beginning());
  beginning.require_that(json.is_object(), "what a run was begun with");
  return beginning.has("command") ? beginning.at("command").text() : "";
}

}  // namespace

RunRecord read_run(const std::string& folder, const std::string& part) {
  const record::RunPaths paths(folder);
  require_finished(paths);
  RunRecord run;
  run.folder = folder;
  const Json card = read_json(paths, paths.card(), kCard);
  take_card(JsonPlace(card, paths.card(), kCard), run);
  run.epochs = read_log(paths);
  run.candidates = read_candidates(paths);
  run.part = read_part(paths, part);
  run.hardest = read_hardest(paths, part, run.part);
  run.command = read_command(paths);
  run.config = content_of_folder_file(paths.folder, paths.config(), kMostConfigBytes);
  return run;
}

}  // namespace pauc::report
