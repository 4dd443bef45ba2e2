#pragma once

#include <cstdint>
#include <string>

#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/results.h"
#include "pauc/trainer/run/run.h"

namespace pauc {

// One objective trained in one folder: the folder of the run or of a candidate.
struct Training {
  std::string name;  // of the candidate; empty: the run itself
  record::RunPaths paths;
  Config config;       // resolved
  NamedTensors start;  // initial weights; empty: drawn by the seed
};

struct TrainingOutcome {
  bool interrupted = false;
  bool was_finished = false;
  Model model;  // with the weights of the best epoch
  std::int64_t best_epoch = 0;
  HeldOutEvaluations evaluations;  // of the best epoch; empty if interrupted
  std::string collapse;            // why the best epoch should not be trusted (collapse_of); empty: no reason
};

// Refuses options that the model, objective, optimiser or loop would refuse; writes nothing.
void check_training(const Training& training, const PreparedData& data);

// Whether the folder holds the complete results, for the number of epochs in the config.
bool is_finished(const Training& training);

// Trains, or resumes the training in the folder, and writes model, card, predictions and metrics. A finished training
// is only loaded and evaluated.
TrainingOutcome run_training(const Training& training, const PreparedData& data, const RunObserver& observer);

}  // namespace pauc
