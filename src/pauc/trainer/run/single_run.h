#pragma once

#include <vector>

#include "pauc/trainer/config/candidates.h"
#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/run.h"

namespace pauc {

// All that a run needs, checked.
struct PreparedRun {
  record::RunPaths paths;
  Config asked;
  PreparedData data;
  std::vector<Candidate> candidates;  // one without a name for a named objective
  NamedTensors start;                 // weights of trainer.init
};

// Chooses the candidates and refuses options that any of them would refuse; writes nothing.
PreparedRun prepared_run(const record::RunPaths& paths, const Config& asked, PreparedData data);

// Says what is about to be trained, and why.
void explain_run(const PreparedRun& run, const RunObserver& observer);

// Whether all of it has been trained.
bool is_finished(const PreparedRun& run);

// Trains one model, or the candidates of `auto`, in a folder that has been begun.
RunSummary train_run(const PreparedRun& run, const RunObserver& observer);

}  // namespace pauc
