#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/metric/score_table.h"
#include "pauc/record/finished_comparison.h"
#include "pauc/record/hardest.h"
#include "pauc/report/figure/score_histogram.h"
#include "pauc/report/figure/training_curves.h"
#include "pauc/report/finished_run.h"

namespace pauc::report {

// A threshold that was found elsewhere, and what it does on the rows of the page.
struct AppliedThreshold {
  double asked_fpr = 0;  // of the validation rows, at most
  double threshold = 0;
  double fpr = 0;
  double tpr = 0;
  IntervalResult fpr_ci, tpr_ci;
};

// One model on the page: a run, a candidate of an auto run, or a column of scores.
struct ReportedModel {
  std::string name;
  std::string objective;  // by which it was trained; empty: not known
  std::string data;       // its files
  std::string positive;   // the label that counts as positive there
  std::size_t rows = 0;   // models with the same number were judged on the same rows
  std::int64_t positives = 0;
  std::int64_t negatives = 0;
  ScoreHistogram histogram;
  record::HardestExamples hardest;
  bool exact_intervals = false;           // of any rate are those of plain counts: rows count alike, each for itself
  std::vector<AppliedThreshold> applied;  // the card's thresholds; none on the rows that they were found on
};

struct ReportedTraining {
  std::string name;
  TrainingCurves curves;
};

// How a run came about, for whoever wants to do it again.
struct ReportedRun {
  std::string name;
  std::string command;
  std::string config;
  std::vector<std::pair<std::string, std::string>> facts;
};

// All that a page shows; lists may be empty.
struct Report {
  std::string title;
  std::string evaluated_on;        // "the test part of patients.csv"
  std::vector<std::string> notes;  // what a reader should be told
  std::optional<Evaluation> evaluation;
  std::vector<ReportedModel> models;  // as evaluation->scores; the first is the one that the page is about
  std::vector<record::CandidateResult>
      candidates;                  // of an auto run; models bear their names where they are still there
  std::string candidates_measure;  // what they were chosen by
  std::vector<ReportedTraining> trainings;
  std::vector<ReportedRun> runs;
  std::vector<record::FinishedComparison> comparisons;  // of `pauc compare`
};

struct ReportOptions {
  std::string part = "test";
  EvaluationOptions evaluation;  // without a region: that of the first run
};

// Of run folders. Runs that were judged on the same rows are compared pair by pair; the candidates of an auto run are
// shown where it is the only one.
Report report_on_runs(const std::vector<std::string>& folders, const ReportOptions& options);

// Of a file of scores. `evaluation` is of its rows.
Report report_on_scores(const std::string& file, const ScoreTable& table, Evaluation evaluation);

// "score s: AUC is 0.2200: does a larger score mean negative?" of scores that are surely worse than chance.
std::vector<std::string> notes_on_reversed_scores(const Evaluation& evaluation);

// Intervals around the curves of a page: as fine as its figures can show.
constexpr std::int64_t kBandPoints = 400;

}  // namespace pauc::report
