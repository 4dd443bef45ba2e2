#include "pauc/trainer/run/calibrate.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <unordered_map>

#include "pauc/core/error.h"
#include "pauc/core/io/checksum.h"
#include "pauc/data/path_checks.h"
#include "pauc/record/calibration.h"
#include "pauc/trainer/run/predict.h"
#include "pauc/trainer/run/results.h"
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/seen_rows.h"

namespace pauc {

namespace {

// Scores by the number of the row in its file.
using ScoreOfRow = std::unordered_map<std::int64_t, double>;

ScoreOfRow scores_of_file(const CalibrateOptions& options, const std::function<void(const std::string&)>& note,
                          CalibrateSummary& calibrated) {
  PredictOptions predicted;
  predicted.run = options.run;
  predicted.data = options.data;
  if (!options.labels.kind.empty()) predicted.kind = options.labels.kind;
  predicted.header = options.labels.no_header ? "no" : "";
  predicted.member = options.member;
  predicted.threads = options.threads;
  predicted.reading_threads = options.labels.threads;
  const record::RunPaths paths(options.run);
  const SeenRows seen_rows(paths, preprocessing_from_json(calibrated.before.preprocessing, paths.card()));
  ScoreOfRow scores;
  const PredictSummary summary = score_rows(
      predicted,
      [&](const ScoredBlock& block) {
        calibrated.known_rows += seen_rows.count(block.rows.content);
        for (std::size_t k = 0; k < block.scores.size(); ++k) {
          if (std::isfinite(block.scores[k])) scores.emplace(block.rows.numbers[k], block.scores[k]);
        }
      },
      note);
  for (const std::string& complaint : summary.complaints) note(complaint);
  return scores;
}

record::ScoredPart labelled_and_scored(const RowFacts& facts, const ScoreOfRow& scores, const std::string& file,
                                       CalibrateSummary& summary) {
  record::ScoredPart part;
  part.group_names = facts.group_names;
  for (std::size_t row = 0; row < facts.labels.size(); ++row) {
    const auto score = scores.find(facts.numbers[row]);
    if (facts.labels[row] == kUnlabelled || score == scores.end()) {
      ++summary.left_out;
      continue;
    }
    part.numbers.push_back(facts.numbers[row]);
    part.labels.push_back(static_cast<std::uint8_t>(facts.labels[row]));
    part.scores.push_back(score->second);
    if (!facts.weights.empty()) part.weights.push_back(facts.weights[row]);
    if (!facts.groups.empty()) part.groups.push_back(facts.groups[row]);
  }
  const auto positives = std::count(part.labels.begin(), part.labels.end(), 1);
  require(positives > 0 && positives < static_cast<std::int64_t>(part.labels.size()), file,
          ": expected labelled rows of both classes, got ", positives, " positives among ", part.labels.size());
  return part;
}

record::CardCalibration calibration_of(const CalibrateOptions& options, const record::ModelCard& before,
                                       const record::ScoredPart& part) {
  record::CardCalibration calibration;
  calibration.version = before.calibration ? before.calibration->version + 1 : 2;
  calibration.file = {std::filesystem::path(options.data).filename().string(), fingerprint_of(options.data)};
  calibration.part = {static_cast<std::int64_t>(part.labels.size()),
                      std::count(part.labels.begin(), part.labels.end(), 1)};
  return calibration;
}

}  // namespace

CalibrateSummary calibrate(const CalibrateOptions& options, const std::function<void(const std::string&)>& note) {
  const record::RunPaths paths(options.run);
  require_no_stream("calibrate", options.data);
  require(paths.finished(), options.run, ": expected a finished run, got none");
  EvaluationOptions evaluation;
  evaluation.guarantee = options.guarantee;
  check_options(evaluation);
  const RunLock lock(paths.folder);
  CalibrateSummary summary;
  summary.before = record::read_card(paths);
  summary.card = summary.before;
  const RowFacts facts = labelled_rows(paths, summary.before, options.data, options.labels);
  const record::ScoredPart part =
      labelled_and_scored(facts, scores_of_file(options, note, summary), options.data, summary);
  set_region(summary.before.target, evaluation);
  summary.evaluation = record::evaluate_part(part, evaluation);
  take_thresholds(summary.evaluation, part, summary.card);
  summary.card.calibration = calibration_of(options, summary.before, part);
  const auto rows = static_cast<std::int64_t>(facts.labels.size());
  const std::string known =
      note_on_seen_rows(summary.before, options.data, summary.known_rows, rows, "nothing is guaranteed by these rows");
  if (!known.empty()) note(known);
  record::write_calibration(paths, summary.card, part);
  return summary;
}

}  // namespace pauc
