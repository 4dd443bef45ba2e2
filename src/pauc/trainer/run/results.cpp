#include "pauc/trainer/run/results.h"

#include <torch/version.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "pauc/core/io/atomic_file.h"
#include "pauc/core/text/utf8.h"
#include "pauc/core/version.h"
#include "pauc/data/example_picture.h"
#include "pauc/data/molecule/smiles.h"
#include "pauc/record/card.h"
#include "pauc/record/hardest.h"
#include "pauc/record/metrics.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/target.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/run/model_file.h"

namespace pauc {

namespace {

record::CardPart card_part(const Dataset& part) {
  return {static_cast<std::int64_t>(part.labels.size()), std::count(part.labels.begin(), part.labels.end(), 1)};
}

record::ModelCard card_of(const TrainingResult& result, const record::ScoredPart& valid_part, const Evaluation& valid,
                          const Evaluation& test, const PreparedData& data) {
  record::ModelCard card;
  take_data(data, card);
  take_training(result, card);
  take_thresholds(valid, valid_part, card);
  take_test(test, card);
  take_versions(card);
  return card;
}

}  // namespace

EvaluationOptions evaluation_options(const Config& config) {
  EvaluationOptions options;
  set_region(target_of(config), options);
  options.uncertainty.threads = static_cast<int>(config.read("trainer", kTrainerFields).threads);
  return options;
}

namespace {

std::string number_text(float value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", double{value});
  return text;
}

// The first columns of a row that are learnt from; none of a sparse table, which has many that say nothing.
std::vector<std::pair<std::string, std::string>> values_of(const PreparedData& data, std::int64_t row) {
  std::vector<std::pair<std::string, std::string>> values;
  const Table& table = data.examples->content.table;
  const auto* dense = std::get_if<DenseValues>(&table.values);
  for (std::size_t c = 0; dense != nullptr && c < table.columns.size(); ++c) {
    const Column& column = table.columns[c];
    if (!column.left_out.empty() || values.size() == record::kShownValues) continue;
    const float value = dense->columns[c][static_cast<std::size_t>(table.held.place_of(row))];
    const std::string text = std::isnan(value)                     ? "missing"
                             : column.kind == Column::Kind::number ? number_text(value)
                                                                   : column.categories[static_cast<std::size_t>(value)];
    values.emplace_back(printable(column.name), printable(text));
  }
  return values;
}

}  // namespace

record::HardestExamples hardest_with_pictures(const std::vector<std::int64_t>& rows, const record::ScoredPart& scored,
                                              const PreparedData& data) {
  record::HardestExamples hardest = record::hardest_of(scored);
  for (auto* examples : {&hardest.positives, &hardest.negatives}) {
    for (record::HardExample& example : *examples) {
      example.picture = picture_of(data.examples->content, rows[example.place]);
      example.values = values_of(data, rows[example.place]);
    }
  }
  return hardest;
}

void take_data(const PreparedData& data, record::ModelCard& card) {
  card.kind = data.examples->kind;
  card.header = choice_name(data.options.header);
  card.id = printable(data.row_facts().id_column);
  const std::string& label = data.row_facts().label_column;
  card.label = printable(label.empty() ? data.options.label : label);
  card.positive = printable(data.row_facts().positive);
  card.input = data.inputs.shape;
  card.preprocessing = data.inputs.preprocessing;
  card.output = data.output;
  for (const std::string& warning : data.warnings) card.warnings.push_back(printable(warning));
  card.train_part = card_part(data.part(Part::train));
  card.valid_part = card_part(data.part(Part::valid));
  card.test_part = card_part(data.part(Part::test));
  for (const DataFile& file : data.files) {
    card.files.push_back({std::filesystem::path(file.path).filename().string(), file.fingerprint, file.sha256});
  }
  if (data.examples->kind == "smiles" || !data.options.features_from.empty()) card.molecules = smiles_reader();
}

void take_training(const TrainingResult& result, record::ModelCard& card) {
  card.model = result.config.get("model.name");
  card.model_options = result.config.section("model");
  card.target = target_of(result.config);
  card.objective = result.config.get("objective.name");
  card.objective_options = result.config.section("objective");
  card.best_epoch = result.best.epoch;
  card.epochs = result.epochs;
  card.seed = result.config.read("trainer", kTrainerFields).seed;
  card.valid = result.best.valid;
}

void take_thresholds(const Evaluation& evaluation, const record::ScoredPart& part, record::ModelCard& card) {
  const ScoreEvaluation& score = evaluation.scores[0];
  card.thresholds.clear();
  for (std::size_t k = 0; k < score.operating_points.size(); ++k) {
    const OperatingPoint& point = score.operating_points[k].point;
    const GuaranteedThreshold& guaranteed = score.guaranteed[k];
    card.guarantee_basis = guaranteed.basis;
    if (!point.exists) continue;
    card.thresholds.push_back({point.fpr, point.threshold, point.realised_fpr, point.tpr, guaranteed.promise.confidence,
                               guaranteed.threshold, guaranteed.realised_fpr, guaranteed.realised_tpr,
                               guaranteed.reason});
  }
  ScoredRows rows = record::rows_of(part);
  rows.names = {"score"};
  rows.columns = {part.scores};
  card.probabilities = fit_probabilities(rows);
}

void take_test(const Evaluation& test, record::ModelCard& card) {
  const Estimate target = headline_of(test);
  const Estimate auc = on_shown_scale(test.areas.front(), test.scores[0].areas.front());
  card.test = record::CardTest{target.value, target.ci.interval, auc.value, auc.ci.interval};
}

void take_versions(record::ModelCard& card) {
  card.version = kVersion;
  card.libtorch = TORCH_VERSION;
}

std::vector<record::CandidateResult> candidate_results(const RunSummary& summary) {
  std::vector<record::CandidateResult> results;
  for (std::size_t k = 0; k < summary.candidates.size(); ++k) {
    const TrainedCandidate& candidate = summary.candidates[k];
    results.push_back({candidate.name, candidate.objective, candidate.best_epoch, candidate.valid.value,
                       candidate.valid.ci.interval, k == summary.kept, candidate.dropped});
  }
  return results;
}

PartScores scores_of_parts(const Model& model, const PreparedData& data) {
  PartScores scores;
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    scores[static_cast<std::size_t>(part)] = scores_of(model, data.part(part), *data.ranks);
  }
  return scores;
}

HeldOutEvaluations evaluate_held_out(const Config& config, const PartScores& scores, const PreparedData& data) {
  const EvaluationOptions options = evaluation_options(config);
  const auto evaluated = [&](Part part) {
    return record::evaluate_part(data.scored(part, scores[static_cast<std::size_t>(part)]), options);
  };
  return {evaluated(Part::valid), evaluated(Part::test)};
}

HeldOutEvaluations write_result(const TrainingResult& result, const Model& model, const PartScores& scores,
                                const PreparedData& data) {
  const record::RunPaths& paths = result.paths;
  const EvaluationOptions options = evaluation_options(result.config);
  Evaluation evaluations[3];
  record::HardestExamples hardest[3];
  for (const Part part : {Part::train, Part::valid, Part::test}) {
    const auto k = static_cast<std::size_t>(part);
    const record::ScoredPart scored = data.scored(part, scores[k]);
    evaluations[k] = record::evaluate_part(scored, options);
    if (part == Part::train) continue;
    write_file_atomically(paths.predictions(part_name(part)), record::predictions_csv(scored));
    hardest[k] = hardest_with_pictures(data.split.of(part), scored, data);
  }
  write_file_atomically(paths.log(), record::epoch_log_text(result.log));
  record::ModelCard card = card_of(result, data.scored(Part::valid, scores[1]), evaluations[1], evaluations[2], data);
  if (data.output) {
    card.weights = fingerprint_of(record::RunPaths(paths.whole_of_task()).model());
  } else {
    write_model(paths, model, data.inputs.shape, card);
  }
  write_file_atomically(paths.card(), record::card_json(card));
  write_file_atomically(paths.hardest(), record::hardest_json(hardest[1], hardest[2]));
  write_file_atomically(paths.metrics(), record::metrics_json(evaluations[0], evaluations[1], evaluations[2]));
  return {std::move(evaluations[1]), std::move(evaluations[2])};
}

Estimate headline_of(const Evaluation& evaluation) {
  return on_shown_scale(evaluation.areas[evaluation.headline], evaluation.scores[0].areas[evaluation.headline]);
}

}  // namespace pauc
