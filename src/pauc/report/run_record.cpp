#include "pauc/report/run_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pauc/core/error.h"
#include "pauc/core/line_source.h"
#include "pauc/core/whole_file.h"
#include "pauc/report/json_text.h"
#include "pauc/report/run_paths.h"

namespace pauc {

namespace {

using Json = nlohmann::ordered_json;

void require_finished(const RunPaths& paths) {
  if (!is_there(paths.folder)) fail(Fault::no_input, paths.folder, ": expected a run folder, got nothing there");
  if (!is_there(paths.beginning()) && !is_there(paths.card())) {
    fail(Fault::no_input, paths.folder, ": expected a run folder of pauc train, got none");
  }
  require(paths.finished(), paths.folder, ": expected a finished run, got one that is not; pauc train --resume --out ",
          paths.folder, " goes on with it");
}

// What reading a file of the run makes of it; anything else than expected is refused with the file's name.
template <class Read>
auto read_json(const std::string& path, const char* expected, const Read& read) {
  const std::string text = content_of_file(path);
  try {
    return read(Json::parse(text));
  } catch (const nlohmann::json::exception& error) {
    fail(Fault::data, path, ": expected ", expected, ", got ", error.what());
  }
}

std::string part_text(const Json& part) {
  const auto rows = part.at("rows").get<std::int64_t>();
  const auto positives = part.at("positive").get<std::int64_t>();
  const double share = rows > 0 ? 100.0 * static_cast<double>(positives) / static_cast<double>(rows) : 0;
  return fmt::format("{} rows, {} positive ({:.2f} %)", rows, positives, share);
}

std::string file_text(const Json& file) {
  return fmt::format("{} ({} bytes, CRC-32 {:08x})", file.at("name").get<std::string>(),
                     file.at("bytes").get<std::int64_t>(), file.at("crc32").get<std::uint32_t>());
}

void take_data_facts(const Json& data, RunRecord& run) {
  for (const Json& file : data.at("files")) {
    run.data += joined(run.data.empty() ? "" : ", ", file.at("name").get<std::string>());
    run.facts.emplace_back("data file", file_text(file));
  }
  run.positive = data.at("positive");
  run.facts.emplace_back("kind of data", data.at("kind"));
  run.facts.emplace_back("positive label", run.positive);
  for (const char* part : {"train", "valid", "test"}) run.facts.emplace_back(part, part_text(data.at(part)));
}

void take_training_facts(const Json& card, RunRecord& run) {
  const Json& training = card.at("training");
  run.objective = training.at("objective").at("name");
  run.model = card.at("model").at("name");
  run.best_epoch = training.at("best_epoch");
  run.facts.emplace_back("model", joined(run.model, ": ", options_text(card.at("model").at("options"))));
  const std::string options = options_text(training.at("objective").at("options"));
  run.facts.emplace_back("objective", joined(run.objective, options.empty() ? "" : ": ", options));
  run.facts.emplace_back(
      "epochs", joined(training.at("epochs").get<std::int64_t>(), ", the best on validation is ", run.best_epoch));
  run.facts.emplace_back("seed", training.at("seed").dump());
}

void take_card(const Json& card, RunRecord& run) {
  take_data_facts(card.at("data"), run);
  take_training_facts(card, run);
  const Json& target = card.at("target");
  run.target = {target.at("fpr_min"), target.at("fpr_max"), target.at("tpr_min")};
  check(run.target);
  for (const Json& at : card.at("thresholds")) run.thresholds.push_back({at.at("fpr"), at.at("threshold")});
  for (const auto& [name, version] : card.at("versions").items()) run.facts.emplace_back(name, text_of(version));
}

std::vector<EpochRecord> read_log(const std::string& path) {
  std::vector<EpochRecord> epochs;
  LineSource lines(path);
  while (lines.next_not_blank()) epochs.push_back(epoch_from_json(std::string(lines.text()), lines.place()));
  return epochs;
}

CandidateRecord candidate_from(const Json& entry) {
  CandidateRecord candidate;
  candidate.name = entry.at("name");
  candidate.best_epoch = entry.at("best_epoch");
  candidate.valid = entry.at("valid");
  candidate.kept = entry.at("kept");
  if (!entry.at("ci").is_null()) candidate.ci = Interval{entry.at("ci").at(0), entry.at("ci").at(1)};
  return candidate;
}

// Of names that stand in a file, only those that cannot lead out of the folder.
void check_name(const std::string& name, const std::string& where) {
  require(!name.empty() && name[0] != '.' && name.find('/') == std::string::npos, where,
          ": expected the name of a candidate, got ", shown(name));
}

std::vector<CandidateRecord> read_candidates(const std::string& path) {
  if (!is_there(path)) return {};
  auto candidates = read_json(path, "the candidates of a run", [](const Json& list) {
    std::vector<CandidateRecord> read;
    for (const Json& entry : list) read.push_back(candidate_from(entry));
    return read;
  });
  for (const CandidateRecord& candidate : candidates) check_name(candidate.name, path);
  return candidates;
}

std::string read_command(const std::string& path) {
  if (!is_there(path)) return "";
  return read_json(path, "what a run was begun with", [](const Json& json) { return json.value("command", ""); });
}

}  // namespace

RunRecord read_run(const std::string& folder, const std::string& part) {
  const RunPaths paths(folder);
  require_finished(paths);
  RunRecord run;
  run.folder = folder;
  read_json(paths.card(), "a model card", [&](const Json& card) {
    take_card(card, run);
    return 0;
  });
  run.epochs = read_log(paths.log());
  run.candidates = read_candidates(paths.candidates_table());
  run.part = read_predictions(paths.predictions(part));
  run.hardest = is_there(paths.hardest()) ? hardest_from_json(content_of_file(paths.hardest()), part, paths.hardest())
                                          : hardest_of(run.part);
  run.command = read_command(paths.beginning());
  run.config = content_of_file(paths.config());
  return run;
}

}  // namespace pauc
