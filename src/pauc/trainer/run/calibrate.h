#pragma once

#include <functional>
#include <string>

#include "pauc/metric/evaluation.h"
#include "pauc/record/card.h"
#include "pauc/trainer/run/labelled_rows.h"

namespace pauc {

/// Options of `calibrate`.
struct CalibrateOptions {
  std::string run;          ///< folder of a finished run
  std::string data;         ///< fresh labelled rows, with the columns used in training
  LabelOptions labels;      ///< where their labels are
  std::string member;       ///< scores of members from elsewhere, as in PredictOptions
  double guarantee = 0.95;  ///< confidence of guaranteed thresholds
  int threads = 1;          ///< of LibTorch; 0: the default of compute_threads
};

/// The result of `calibrate`.
struct CalibrateSummary {
  record::ModelCard before;     ///< the card that was in force
  record::ModelCard card;       ///< the card that is
  Evaluation evaluation;        ///< of the fresh rows
  std::int64_t left_out = 0;    ///< rows without a label or a score
  std::int64_t known_rows = 0;  ///< rows that took part in the training, or have the structure of one that did
};

/// Finds thresholds and probabilities of a finished run again, on fresh labelled rows, and writes them as a new version
/// of its card. Nothing is trained. The rows are scored as new rows will be, by the average of all models of a blend,
/// so that the guarantee is exact if they had no part in the training.
CalibrateSummary calibrate(const CalibrateOptions& options, const std::function<void(const std::string&)>& note);

}  // namespace pauc
