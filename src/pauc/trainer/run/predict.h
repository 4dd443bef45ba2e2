#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/metric/evaluation.h"
#include "pauc/record/hits.h"
#include "pauc/trainer/run/decision.h"
#include "pauc/trainer/run/unlike_rows.h"

namespace pauc {

/// Options of `predict`.
struct PredictOptions {
  std::string run;                  ///< folder of a trained run
  std::string data;                 ///< file or folder to score; "-" reads CSV from standard input
  std::string kind = "auto";        ///< kind of data: a name from dataset_registry, or auto
  std::string header;               ///< "no": the file has no header line; empty: as in training
  std::string id;                   ///< column to copy to the output; empty: as in training, if the data have it
  std::string smiles;               ///< column with molecules; empty: as in training, or one with a telling name
  std::string image;                ///< column with paths of images; empty: as in training, or one that has such values
  std::string image_root;           ///< folder that these paths are relative to; empty: the file's
  WantedRates rates;                ///< add a decision that keeps these rates
  std::optional<double> threshold;  ///< add a decision by this score instead
  bool probability = false;         ///< add a probability
  bool members = false;             ///< add the logit of each member of a blend
  std::string member;               ///< scores of members from elsewhere: NAME=FILE.csv, several separated by commas
  std::string keep;                 ///< columns of the data to pass on, separated by commas, or "all"
  std::string label;         ///< label column to add as 0 and 1; empty: that of the training, if `evaluate` asks for it
  bool evaluate = false;     ///< evaluate the scores against the labels
  bool sort = false;         ///< write the highest scores first; holds the output in memory
  std::int64_t top = 0;      ///< write only so many rows, the highest first; 0: all
  bool uncertainty = false;  ///< add the spread of the score over the models, and whether a row is unlike training
  std::int64_t nearest = 0;  ///< add the ids of so many training rows, the nearest first
  bool diverse = false;      ///< with `top`: the best row of each scaffold first
  bool hits = false;         ///< with `top`: describe these rows for a page
  std::int64_t budget = 0;   ///< say what to expect of so many rows with the highest scores; 0: nothing
  bool strict = false;       ///< refuse rows that are unlike the training rows
  int threads = 1;           ///< of LibTorch; 0: the default of compute_threads
  int reading_threads = 1;   ///< for molecules and images

  /// Whether the labels of the rows are read.
  bool wants_labels() const { return evaluate || !label.empty(); }
};

/// What decisions did to the rows whose label is known.
struct DecidedRows {
  std::int64_t positives = 0;     ///< positive rows
  std::int64_t found = 0;         ///< positive rows that are called positive
  std::int64_t negatives = 0;     ///< negative rows
  std::int64_t false_alarms = 0;  ///< negative rows that are called positive
};

/// The result of `predict`.
struct PredictSummary {
  std::int64_t rows = 0;                            ///< rows of the data
  std::int64_t unscored = 0;                        ///< rows that could not be scored
  std::optional<DecisionRule> rule;                 ///< how scores became decisions, if rates were asked for
  std::int64_t called = 0;                          ///< rows that are called positive
  std::int64_t unsure = 0;                          ///< rows between the thresholds of two rates
  std::vector<std::string> complaints;              ///< about the first few rows that could not be scored
  std::optional<DecidedRows> decided;               ///< of decisions on labelled rows
  std::size_t kept = 0;                             ///< columns of the data that were passed on: the last of the output
  std::int64_t written = 0;                         ///< rows of the output
  std::optional<std::vector<UnlikeColumn>> unlike;  ///< columns unlike those of the training; none: not known
  std::int64_t unlike_rows = 0;                     ///< rows that are unlike the training rows
  std::optional<Evaluation> evaluation;             ///< if it was asked for
  std::int64_t known_rows = 0;                      ///< rows that took part in the training, if it was evaluated
  std::optional<record::Hits> hits;                 ///< if they were asked for
  std::optional<record::Budget> budget;             ///< likewise
  std::int64_t not_evaluated = 0;                   ///< rows without a label or a score
};

/// Scores data with a trained run, block by block, in constant memory.
///
/// `write` receives the CSV output `row[,id][,label],score[,decision][,probability][,members][,kept columns]` in
/// pieces; of a run with several labels, `row[,id],LABEL...[,kept columns]`. `note` receives sentences for people.
/// Memory grows with the data only for `sort` (all lines) and `evaluate` (labels and scores); `top` holds so many
/// lines.
PredictSummary predict(const PredictOptions& options, const std::function<void(const std::string&)>& write,
                       const std::function<void(const std::string&)>& note);

/// Some consecutive rows with their scores.
struct ScoredBlock {
  const Block& rows;           ///< as they were read
  std::vector<double> scores;  ///< of each row; not finite if it cannot be scored
};

/// Scores data as `predict` does and passes on the scores themselves. Options about the output have no effect.
PredictSummary score_rows(const PredictOptions& options, const std::function<void(const ScoredBlock&)>& take,
                          const std::function<void(const std::string&)>& note);

/// Reads data as `predict` does, without scoring them: scores of members from elsewhere are not needed.
void read_rows(const PredictOptions& options, const std::function<void(const Block&)>& take,
               const std::function<void(const std::string&)>& note);

}  // namespace pauc
