#include "pauc/report/finished_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/io/folder_file.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/text/label_rule.h"
#include "pauc/record/limits.h"
#include "pauc/record/run_paths.h"
#include "pauc/record/run_start.h"
#include "pauc/record/times.h"
#include "pauc/report/page/words.h"
#include "pauc/report/table/comparison_words.h"

namespace pauc::report {

namespace {

void require_finished(const record::RunPaths& paths) {
  if (!is_there(paths.folder))
    fail(Fault::no_input, paths.folder, ": no such folder; expected a run folder, such as pauc-run");
  if (!is_there(paths.start()) && !is_there(paths.card())) {
    fail(Fault::no_input, paths.folder, ": expected a run folder of pauc train, got ",
         std::filesystem::is_directory(paths.folder) ? "another one" : "a file");
  }
  require(paths.finished(), paths.folder,
          ": expected a finished run, got one that is not; resume it with pauc train --resume --out ", paths.folder);
}

void take_start(const record::RunStart& start, FinishedRun& run) {
  run.command = start.command;
  for (const auto& [key, value] : start.asked) {
    if (key == "trainer.like") run.like = value;
    if (key == "data.test") run.test_file = std::filesystem::path(value).filename().string();
  }
}

std::string part_text(const record::CardPart& part) {
  const double share = part.rows > 0 ? static_cast<double>(part.positives) / static_cast<double>(part.rows) : 0;
  return fmt::format("{} rows, {} positive ({})", part.rows, part.positives, percent_text(share));
}

// The date of a file is known only if no other one has its name.
std::string file_text(const record::CardFile& file, const FinishedRun& run) {
  std::string text = fmt::format("{} ({} bytes", file.name, file.fingerprint.bytes);
  const auto is_it = [&](const auto& dated) { return dated.first == file.name; };
  const auto found = std::find_if(run.data_dates.begin(), run.data_dates.end(), is_it);
  if (found != run.data_dates.end() && std::none_of(found + 1, run.data_dates.end(), is_it)) {
    text += ", last changed on " + found->second.substr(0, found->second.find('T')) + " (UTC)";
  }
  text += fmt::format(", CRC-32 {:08x}", file.fingerprint.crc);
  return text + (file.sha256.empty() ? "" : ", SHA-256 " + file.sha256) + ")";
}

std::string with_options(const std::string& name, const Settings& options) {
  return options.empty() ? name : joined(name, ": ", settings_words(options));
}

}  // namespace

FinishedRun read_run(const std::string& folder, const std::string& part) {
  const record::RunPaths paths(folder);
  require_finished(paths);
  FinishedRun run;
  run.folder = folder;
  run.card = record::read_card(paths);
  // The log of a blend is that of each of its models.
  if (is_there(paths.log()) || !is_there(paths.blend())) run.epochs = record::read_epoch_log(paths);
  if (is_there(paths.candidates_table())) run.candidates = record::read_candidates(paths);
  run.part = record::read_predictions(paths, part);
  run.hardest = is_there(paths.hardest()) ? record::read_hardest(paths, part) : record::hardest_of(run.part);
  if (is_there(paths.start())) take_start(record::read_run_start(paths), run);
  if (const auto times = record::read_times(paths)) {
    run.trained = times->started.substr(0, times->started.find('T'));
    run.data_dates = times->data;
  }
  run.config = content_of_folder_file(paths.folder, paths.config(), record::kMostConfigBytes);
  if (is_there(paths.coefficients())) run.coefficients = record::read_coefficients(paths);
  if (is_there(paths.scorecard())) run.scorecard = record::read_scorecard(paths);
  if (is_there(paths.blend())) run.blend = read_finished_blend(paths);
  const record::ExplanationPaths explanation(paths);
  if (is_there(explanation.importance())) run.importance = record::read_importance(explanation);
  if (is_there(explanation.contributions())) run.contributions = record::read_contributions(explanation, part);
  return run;
}

void hide_ids(FinishedRun& run) {
  const auto hide = [](record::HardestExamples& hardest) {
    for (auto* list : {&hardest.positives, &hardest.negatives}) {
      for (record::HardExample& example : *list) {
        example.id.clear();
        example.values.clear();
      }
    }
  };
  run.part.ids.clear();
  hide(run.hardest);
  if (!run.blend) return;
  run.blend->held_out.ids.clear();
  run.blend->test.ids.clear();
  hide(run.blend->hardest);
}

std::string endpoint_of(const record::ModelCard& card) {
  if (card.label.empty() || card.positive.empty()) return "";
  return joined(card.label, sign_before(card.positive), card.positive);
}

std::string also_chosen(const FinishedRun& run) {
  if (run.card.calibration) return "";
  if (!run.blend) return run.card.epochs > 1 ? "the epoch" : "";
  const auto& members = run.blend->blend.members;
  const bool folds = std::any_of(members.begin(), members.end(), [](const auto& member) { return member.folds > 1; });
  if (folds) return "";
  return members.size() > 1 ? "the epochs of the members and how they are blended" : "the epoch";
}

std::string data_names(const record::ModelCard& card) {
  std::string names;
  for (const record::CardFile& file : card.files) names += joined(names.empty() ? "" : ", ", file.name);
  return names;
}

std::vector<std::pair<std::string, std::string>> facts_of(const FinishedRun& run) {
  const record::ModelCard& card = run.card;
  std::vector<std::pair<std::string, std::string>> facts;
  if (!run.trained.empty()) facts.emplace_back("trained on", joined(run.trained, " (UTC)"));
  for (const record::CardFile& file : card.files) facts.emplace_back("data file", file_text(file, run));
  facts.emplace_back("kind of data", card.kind);
  facts.emplace_back("positive label", card.positive);
  facts.emplace_back("train", part_text(card.train_part));
  facts.emplace_back("valid", part_text(card.valid_part));
  facts.emplace_back("test", part_text(card.test_part));
  facts.emplace_back("model", with_options(card.model, card.model_options));
  facts.emplace_back("objective", with_options(card.objective, card.objective_options));
  if (card.epochs > 0)
    facts.emplace_back("epochs", joined(card.epochs, ", the best on validation is ", card.best_epoch));
  facts.emplace_back("seed", joined(card.seed));
  facts.emplace_back("pauc", card.version);
  facts.emplace_back("libtorch", card.libtorch);
  if (!card.xgboost.empty()) facts.emplace_back("xgboost", card.xgboost);
  if (!card.molecules.empty()) facts.emplace_back("molecules", card.molecules);
  return facts;
}

}  // namespace pauc::report
