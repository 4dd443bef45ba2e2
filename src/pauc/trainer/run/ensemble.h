#pragma once

#include <chrono>
#include <optional>

#include "pauc/trainer/config/members.h"
#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/run.h"

namespace pauc {

// All that an ensemble starts from, checked.
struct EnsembleRequest {
  const RunRequest& request;
  record::RunPaths paths;
  RunBeginning beginning;
  PreparedData data;  // without folds: the parts that the whole is evaluated on
  EnsemblePlan plan;
  std::chrono::steady_clock::time_point begin;  // of the command: a limit of time counts from here
  std::optional<RunLock>& lock;  // of the folder, taken when nothing is refused; the caller finishes the run under it
};

// Trains every member on every fold, each as a run of its own in members/NAME/fold-K, several at a time. The scores of
// the rows that each left out give weights, thresholds and figures; new rows get the blend of the members' averages.
// A finished model is not trained again.
RunSummary train_ensemble(EnsembleRequest request, const RunObserver& observer);

}  // namespace pauc
