#include "support/run_folders.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "pauc/record/run_paths.h"
#include "support/problems.h"

namespace pauc::test {

namespace {

using Json = nlohmann::ordered_json;

std::string card_of(const WrittenRun& run) {
  const Json part = {{"rows", run.part.labels.size()}, {"positive", 1}};
  const Json card = {{"format", 1},
                     {"data",
                      {{"kind", "csv"},
                       {"positive", "sick"},
                       {"files", {{{"name", run.data_file}, {"bytes", 123}, {"crc32", 77}}}},
                       {"train", part},
                       {"valid", part},
                       {"test", part}}},
                     {"model", {{"name", "mlp"}, {"options", {{"hidden", "64"}}}}},
                     {"target", {{"fpr_min", 0.0}, {"fpr_max", run.fpr_max}, {"tpr_min", 0.0}}},
                     {"thresholds", {{{"fpr", 0.1}, {"threshold", 1.25}, {"realised_fpr", 0.1}, {"tpr", 0.5}}}},
                     {"training",
                      {{"objective", {{"name", run.objective}, {"options", Json::object()}}},
                       {"epochs", 2},
                       {"best_epoch", 2},
                       {"valid", 0.7},
                       {"seed", 3}}},
                     {"versions", {{"pauc", "0.1.0"}, {"libtorch", "1.13.0"}}}};
  return card.dump();
}

std::string log_of_two_epochs() {
  return record::epoch_json({1, "", 0.7, 0.6, 0.55, std::nullopt, 0.1, 1}) + "\n" +
         record::epoch_json({2, "", 0.6, 0.7, 0.65, 0.1, 0.1, 1}) + "\n";
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
  folder.file(names.beginning(), "{\"command\": \"pauc train patients.csv\"}");
  folder.file(names.config(), "objective:\n  name: " + run.objective + "\n");
  folder.file(names.log(), log_of_two_epochs());
  folder.file(names.card(), card_of(run));
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
  const Json candidates = {
      {{"name", "ce"}, {"objective", "ce"}, {"best_epoch", 2}, {"valid", 0.61}, {"ci", nullptr}, {"kept", false}},
      {{"name", "sopa"},
       {"objective", "sopa"},
       {"best_epoch", 1},
       {"valid", 0.72},
       {"ci", {0.6, 0.8}},
       {"kept", true}}};
  folder.file(names.candidates_table(), candidates.dump());
}

}  // namespace pauc::test
