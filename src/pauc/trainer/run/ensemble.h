#pragma once

#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/run.h"

namespace pauc {

// Whether the config asks for several models whose scores are averaged: folds, or members of a blend.
bool is_ensemble(const Config& asked);

// All that an ensemble starts from, checked.
struct EnsembleRequest {
  const RunRequest& request;
  record::RunPaths paths;
  RunBeginning beginning;
  PreparedData data;  // without folds: the parts that the whole is evaluated on
};

// Trains every member on every fold, each as a run of its own in members/NAME/fold-K, several at a time. The scores of
// the rows that each left out give weights, thresholds and figures; new rows get the blend of the members' averages.
// A finished model is not trained again.
RunSummary train_ensemble(const EnsembleRequest& request, const RunObserver& observer);

}  // namespace pauc
