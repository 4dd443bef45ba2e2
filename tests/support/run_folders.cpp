#include "support/run_folders.h"

#include <filesystem>

#include "pauc/record/candidates.h"
#include "pauc/record/card.h"
#include "pauc/record/epoch_log.h"
#include "pauc/record/member_scores.h"
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

std::vector<double> random_logits(std::uint64_t seed, const std::vector<std::uint8_t>& labels) {
  Random random(seed);
  std::vector<double> logits;
  for (const std::uint8_t label : labels) logits.push_back(label + random.normal());
  return logits;
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

void write_blend(const TemporaryFolder& folder, const std::string& name, WrittenRun run, WrittenBlend blend) {
  const record::RunPaths names(name);
  record::Blend whole;
  whole.method = blend.method;
  for (std::size_t m = 0; m < blend.members.size(); ++m) {
    record::BlendMember member{blend.members[m], blend.weights[m], 1, 0, blend.folds};
    member.adds = blend.adds[m];
    if (member.adds) member.adds_ci = Interval{*member.adds - 0.015, *member.adds + 0.015};
    whole.members.push_back(member);
    for (std::int64_t fold = 1; fold <= blend.folds; ++fold) {
      std::filesystem::create_directories(folder.path(names.fold(member.name, fold)));
    }
    if (blend.logits.size() <= m) blend.logits.push_back(random_logits(70 + m, run.part.labels));
  }
  for (std::size_t i = 0; i < run.part.scores.size(); ++i) {
    run.part.scores[i] = 0;
    for (std::size_t m = 0; m < blend.members.size(); ++m) run.part.scores[i] += blend.weights[m] * blend.logits[m][i];
    run.part.folds.push_back(static_cast<std::int64_t>(i) % blend.folds + 1);
  }
  write_run(folder, name, run);
  folder.file(names.blend(), record::blend_json(whole));
  std::vector<record::CandidateResult> candidates;
  for (std::size_t m = 0; m < blend.members.size(); ++m) {
    candidates.push_back({blend.members[m], blend.members[m], 0, 0.7, Interval{0.6, 0.8},
                          blend.method == "single" && blend.weights[m] > 0});
  }
  if (candidates.size() > 1) {
    candidates.push_back({"blend", "blend", 0, 0.69, Interval{0.59, 0.79}, blend.method != "single"});
  }
  folder.file(names.candidates_table(), record::candidates_json(candidates));
  const record::MemberScores members = record::member_scores_of(run.part, whole, blend.logits);
  folder.file(names.member_scores("valid"), record::member_scores_csv(members));
  folder.file(names.member_scores("test"), record::member_scores_csv(members));
  std::filesystem::remove(folder.path(names.log()));
}

}  // namespace pauc::test
