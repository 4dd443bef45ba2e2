#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pauc/record/candidates.h"
#include "pauc/record/card.h"
#include "pauc/record/coefficients.h"
#include "pauc/record/contributions.h"
#include "pauc/record/epoch_log.h"
#include "pauc/record/hardest.h"
#include "pauc/record/importance.h"
#include "pauc/record/predictions.h"
#include "pauc/record/scorecard.h"
#include "pauc/report/finished_blend.h"

namespace pauc::report {

// The files of a finished run that a report is made from.
struct FinishedRun {
  std::string folder;
  record::ModelCard card;
  std::vector<record::Epoch> epochs;
  std::vector<record::CandidateResult> candidates;  // of an auto run
  record::ScoredPart part;                          // rows and scores of the requested part
  record::HardestExamples hardest;                  // of the same part
  std::string command;
  std::string trained;                                          // date in UTC, as in 2026-11-18; empty: not recorded
  std::vector<std::pair<std::string, std::string>> data_dates;  // data files, and when they were last changed
  std::string config;
  std::string like;                                  // run that it was trained like; empty: none
  std::string test_file;                             // name of the separate file of the test part; empty: none
  std::optional<record::Coefficients> coefficients;  // of a linear model
  std::optional<record::Scorecard> scorecard;
  std::optional<FinishedBlend> blend;  // of a run with folds
  std::optional<record::Importance> importance;
  std::vector<record::Contributions> contributions;  // of the hardest examples
};

// `part` is valid or test. Refuses a folder without a finished run.
FinishedRun read_run(const std::string& folder, const std::string& part);

// Leaves out the ids of rows and the values in their columns.
void hide_ids(FinishedRun& run);

// "outcome = 1", "pIC50 >= 8": the label and which of its values is positive; empty if the label has no name.
std::string endpoint_of(const record::ModelCard& card);

// "the epoch": what the rows that thresholds were found on have chosen before; empty: nothing, or the run has folds,
// whose thresholds are approximate anyway.
std::string also_chosen(const FinishedRun& run);

// "patients.csv, more.csv": the names of the data files.
std::string data_names(const record::ModelCard& card);

// Data, model, training and versions for people to read: names and values.
std::vector<std::pair<std::string, std::string>> facts_of(const FinishedRun& run);

}  // namespace pauc::report
