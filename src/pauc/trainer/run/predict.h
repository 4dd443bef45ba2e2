#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/blocks.h"

namespace pauc {

struct PredictOptions {
  std::string run;   // folder of a trained run
  std::string data;  // file to score; "-" for standard input
  std::string kind = "auto";
  std::string header;      // empty: as in training
  std::string id;          // empty: as in training, where the file has it
  std::string smiles;      // empty: as in training, or by a name that says so
  std::string image;       // column of paths; empty: as in training, or by its values
  std::string image_root;  // folder that they start from; empty: that of the file
  std::optional<double> at_fpr;
  bool probability = false;
  int threads = 1;          // of LibTorch; 0: as compute_threads says
  int reading_threads = 1;  // for molecules and images
};

struct PredictSummary {
  std::int64_t rows = 0;
  std::int64_t unscored = 0;
  std::optional<double> threshold;      // of at_fpr
  std::vector<std::string> complaints;  // the first few rows that could not be scored
};

// Scores a file with a trained run, block by block: memory does not grow with the file. `write` receives the text of
// `row[,id],score[,decision][,probability]` piece by piece, `note` what a reader should be told.
PredictSummary predict(const PredictOptions& options, const std::function<void(const std::string&)>& write,
                       const std::function<void(const std::string&)>& note);

}  // namespace pauc
