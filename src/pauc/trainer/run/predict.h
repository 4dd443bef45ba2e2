#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/blocks.h"
#include "pauc/trainer/run/decision.h"

namespace pauc {

/// Options of `predict`.
struct PredictOptions {
  std::string run;            ///< folder of a trained run
  std::string data;           ///< file or folder to score; "-" reads CSV from standard input
  std::string kind = "auto";  ///< kind of data: a name from dataset_registry, or auto
  std::string header;         ///< "no": the file has no header line; empty: as in training
  std::string id;             ///< column to copy to the output; empty: as in training, if the data have it
  std::string smiles;         ///< column with molecules; empty: as in training, or one with a telling name
  std::string image;          ///< column with paths of images; empty: as in training, or one that has such values
  std::string image_root;     ///< folder that these paths are relative to; empty: the file's
  WantedRates rates;          ///< add a decision that keeps these rates
  bool probability = false;   ///< add a probability
  bool members = false;       ///< add the logit of each member of a blend
  std::string member;         ///< scores of members from elsewhere: NAME=FILE.csv, several separated by commas
  int threads = 1;            ///< of LibTorch; 0: the default of compute_threads
  int reading_threads = 1;    ///< for molecules and images
};

/// The result of `predict`.
struct PredictSummary {
  std::int64_t rows = 0;                ///< rows of the data
  std::int64_t unscored = 0;            ///< rows that could not be scored
  std::optional<DecisionRule> rule;     ///< how scores became decisions, if rates were asked for
  std::int64_t unsure = 0;              ///< rows between the thresholds of two rates
  std::vector<std::string> complaints;  ///< about the first few rows that could not be scored
};

/// Scores data with a trained run, block by block, in constant memory.
///
/// `write` receives the CSV output `row[,id],score[,decision][,probability][,members]` in pieces; `note` receives
/// sentences for people.
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
