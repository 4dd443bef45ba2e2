#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pauc/record/monitoring.h"
#include "pauc/trainer/run/decision.h"
#include "pauc/trainer/run/labelled_rows.h"

namespace pauc {

/// Options of `monitor`.
struct MonitorOptions {
  std::string run;                 ///< folder of a finished run
  std::vector<std::string> files;  ///< new rows, in the order in which they came
  LabelOptions labels;             ///< where their labels are, if they have any
  bool no_labels = false;          ///< do not look for labels
  std::string member;              ///< scores of members from elsewhere, as in PredictOptions; for one file only
  WantedRates rates;               ///< promises; none: the FPR of the target, guaranteed if the card does
  std::string reference;           ///< rows to compare columns with; empty: the data of the training, if unchanged
  double level = 0.05;             ///< probability of accusing a promise that is kept
  int threads = 1;                 ///< of LibTorch; 0: the default of compute_threads
};

/// Checks whether promised rates still hold on new labelled rows, by a test that may be repeated after every row, and
/// whether scores and columns have drifted, for which no labels are needed.
record::Monitoring monitor(const MonitorOptions& options, const std::function<void(const std::string&)>& note);

}  // namespace pauc
