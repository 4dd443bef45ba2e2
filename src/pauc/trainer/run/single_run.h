#pragma once

#include "pauc/trainer/config/choices.h"
#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/run.h"

namespace pauc {

// One training with one objective, in a folder of its own.
struct SingleRun {
  std::string name;  // of the candidate; empty: the run itself
  record::RunPaths paths;
  Config config;       // resolved
  NamedTensors start;  // weights to begin with; empty: drawn by the seed
};

struct SingleOutcome {
  bool interrupted = false;
  bool was_finished = false;
  Model model;  // with the best epoch's weights
  std::int64_t best_epoch = 0;
  std::int64_t epochs = 0;  // done
  std::vector<double> valid_scores;
};

// Refuses options that model, objective, optimiser or loop would refuse; writes nothing.
void check_single(const SingleRun& run, const PreparedData& data);

// Whether its folder holds all of it, for as many epochs as are asked for.
bool is_finished(const SingleRun& run);

// Trains, or goes on with a training that its folder holds, and writes model, card, predictions and metrics. A finished
// one is only loaded.
SingleOutcome run_single(const SingleRun& run, const PreparedData& data, const RunObserver& observer);

}  // namespace pauc
