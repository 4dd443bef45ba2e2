#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/metric/reliability.h"
#include "pauc/metric/score_table.h"
#include "pauc/record/card_columns.h"
#include "pauc/record/finished_comparison.h"
#include "pauc/record/hardest.h"
#include "pauc/record/monitoring.h"
#include "pauc/report/applied_threshold.h"
#include "pauc/report/figure/score_histogram.h"
#include "pauc/report/figure/training_curves.h"
#include "pauc/report/finished_run.h"
#include "pauc/report/reported_blend.h"
#include "pauc/report/reported_labels.h"

namespace pauc::report {

// The probabilities of a model and what came true on the rows of the page.
struct ReportedProbabilities {
  ProbabilityMap map;
  Reliability reliability;
};

// One model on the page: a run, a candidate of an auto run, or a column of scores.
struct ReportedModel {
  std::string name;
  std::string objective;  // objective that trained it; empty: not known
  std::string data;       // names of its files
  std::string positive;   // the label that counts as positive there
  std::string endpoint;   // what is looked for: "outcome = 1"; empty: not known
  std::string folder;     // of the run, for pauc predict; empty: none
  std::size_t rows = 0;   // index of the first model that was evaluated on the same rows
  std::int64_t positives = 0;
  std::int64_t negatives = 0;
  ScoreHistogram histogram;
  record::HardestExamples hardest;
  std::vector<record::Contributions> contributions;  // of atoms or patches, for the hardest examples
  bool exact_intervals = false;           // rows are unweighted and independent: rates have binomial intervals
  record::NewRows new_rows;               // how they are scored, of a run that was not calibrated
  std::vector<AppliedThreshold> applied;  // thresholds of the card; empty on the rows where they were found
  GuaranteeBasis guarantee_basis = GuaranteeBasis::exact;  // of the guaranteed ones among them
  std::vector<record::CardThreshold> card_thresholds;      // as they stand in the card
  std::string also_chosen;  // what the rows where they were found also chose; may be empty
  std::optional<ReportedProbabilities> probabilities;
  std::string calibrated_on;  // rows where the thresholds were found: "the validation part"
};

struct ReportedTraining {
  std::string name;
  TrainingCurves curves;
};

// How to reproduce a run.
struct ReportedRun {
  std::string name;
  std::string command;
  std::string config;
  std::vector<std::pair<std::string, std::string>> facts;  // names and values
  std::optional<record::Coefficients> coefficients = {};   // of a linear model
  std::optional<record::Scorecard> scorecard = {};
  std::optional<ReportedBlend> blend = {};  // of a run with folds
  std::optional<record::Importance> importance = {};
  std::vector<record::CardColumn> columns = {};  // of the training data
};

// The content of a page. Lists may be empty.
struct Report {
  std::string title;
  std::string evaluated_on;              // "the test part of patients.csv"
  std::vector<std::string> notes;        // warnings and remarks for the reader
  std::optional<ReportedLabels> labels;  // of a run with several, instead of an evaluation
  std::optional<Evaluation> evaluation;
  std::vector<ReportedModel> models;  // as in evaluation->scores; the page is about the first
  // Of an auto run. Each has a model of the same name, unless folders of candidates were deleted.
  std::vector<record::CandidateResult> candidates;
  std::string candidates_measure;  // measure that selects among them
  std::vector<ReportedTraining> trainings;
  std::vector<ReportedRun> runs;
  std::vector<record::FinishedComparison> comparisons;  // of `pauc compare`
  std::optional<record::Monitoring> monitoring;         // of `pauc monitor`
  std::vector<Report> label_sections;  // of several labels, those that can be judged: what their own pages open with
};

struct ReportOptions {
  std::string part = "test";
  bool hide_ids = false;         // no ids, and no column values of single rows, for pages that are mailed
  EvaluationOptions evaluation;  // without a region, that of the first run is used
};

// A report on run folders. A run with several labels stands alone. Runs that were evaluated on the same rows are
// compared pair by pair. The candidates of an auto run are shown if it is the only run.
Report report_on_runs(const std::vector<std::string>& folders, const ReportOptions& options);

// A report on a file of scores; `evaluation` is the evaluation of its rows.
Report report_on_scores(const std::string& file, const ScoreTable& table, Evaluation evaluation);

// "score s: AUC is 0.2200: does a larger score mean negative?" for each score that is worse than chance beyond its
// interval.
std::vector<std::string> notes_on_reversed_scores(const Evaluation& evaluation);

// Number of rates with an interval around a curve: as fine as the figures can show.
constexpr std::int64_t kBandPoints = 400;

}  // namespace pauc::report
