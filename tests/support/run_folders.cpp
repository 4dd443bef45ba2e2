#include "support/run_folders.h"

#include <filesystem>

#include "pauc/record/candidates.h"
#include "pauc/record/card.h"
#include "pauc/record/epoch_log.h"
#include "pauc/record/run_paths.h"
#include "pauc/record/run_start.h"
#include "support/problems.h"

namespace pauc::test {

namespace {

record::ModelCard card_of(const WrittenRun& run) {
  const record::CardPart part{static_cast<std::int64_t>(run.part.labels.size()), 1};
  record::ModelCard card;
  card.kind = "csv";
  card.header = "yes";
  card.label = "outcome";
  card.positive = "sick";
  card.files = {{run.data_file, {123, 77}}};
  card.train_part = card.valid_part = card.test_part = part;
  card.input = {InputKind::table, {3}};
  card.preprocessing = R"({"columns":[]})";
  card.model = "mlp";
  card.model_options = {{"hidden", "64"}};
  card.target = {0, run.fpr_max, 0};
  card.thresholds = {{0.1, 1.25, 0.1, 0.5}};
  card.objective = run.objective;
  card.epochs = 2;
  card.best_epoch = 2;
  card.valid = 0.7;
  card.seed = 3;
  card.version = "0.1.0";
  card.libtorch = "1.13.0";
  return card;
}

std::string log_of_two_epochs() {
  return record::epoch_log_text({{1, "", 0.7, 0.6, 0.55, std::nullopt, 0.1, 1}, {2, "", 0.6, 0.7, 0.65, 0.1, 0.1, 1}});
}

}  // namespace

record::ScoredPart random_part(std::uint64_t seed, std::int64_t positives, std::int64_t negatives) {
  Random random(seed);
  const Problem problem = binormal_problem(random, positives, negatives, 1);
  record::ScoredPart part;
  part.labels = problem.labels;
  part.scores = problem.scores;
  for (std::size_t i = 0; i < part.labels.size(); ++i) {
    part.numbers.push_back(static_cast<std::int64_t>(i) + 1);
    part.ids.push_back("id" + std::to_string(i));
  }
  return part;
}

void write_run(const TemporaryFolder& folder, const std::string& name, const WrittenRun& run) {
  const record::RunPaths names(name);
  std::filesystem::create_directories(folder.path(name));
  folder.file(names.start(),
              record::run_start_json({"0.1.0", "pauc train patients.csv", {{"data.path", "patients.csv"}}, {}}));
  folder.file(names.config(), "objective:\n  name: " + run.objective + "\n");
  folder.file(names.log(), log_of_two_epochs());
  folder.file(names.card(), record::card_json(card_of(run)));
  folder.file(names.predictions("valid"), record::predictions_csv(run.part));
  folder.file(names.predictions("test"), record::predictions_csv(run.part));
  folder.file(names.metrics(), "{}");
}

void write_auto_run(const TemporaryFolder& folder, const std::string& name, const WrittenRun& run) {
  const record::RunPaths names(name);
  WrittenRun ce = run;
  ce.objective = "ce";
  ce.part.scores = random_part(99, 1, static_cast<std::int64_t>(run.part.scores.size()) - 1).scores;
  WrittenRun sopa = run;
  sopa.objective = "sopa";
  write_run(folder, name, sopa);
  write_run(folder, names.candidate("ce"), ce);
  write_run(folder, names.candidate("sopa"), sopa);
  folder.file(names.candidates_table(), record::candidates_json({{"ce", "ce", 2, 0.61, std::nullopt, false},
                                                                 {"sopa", "sopa", 1, 0.72, Interval{0.6, 0.8}, true}}));
}

}  // namespace pauc::test
