#pragma once

#include <cstdint>
#include <string>

#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/results.h"
#include "pauc/trainer/run/run.h"
#include "pauc/trainer/run/task_results.h"

namespace pauc {

// One objective trained in one folder: the folder of the run or of a candidate.
struct Training {
  std::string name;  // of the candidate; empty: the run itself
  record::RunPaths paths;
  Config config;       // resolved
  NamedTensors start;  // initial weights; empty: drawn by the seed
  Config asked = {};   // of the run
};

struct TrainingOutcome {
  bool interrupted = false;
  bool was_finished = false;
  Model model;  // with the weights of the best epoch
  std::int64_t best_epoch = 0;
  HeldOutEvaluations evaluations;                // of the best epoch; empty if interrupted
  std::optional<record::SeveralMetrics> labels;  // of several labels, instead
  std::string collapse;  // why the best epoch should not be trusted (collapse_of); empty: no reason
};

// Refuses options that the model, objective, optimiser or loop would refuse; writes nothing.
void check_training(const Training& training, const PreparedData& data);

// The target's value on validation; of several labels, their mean.
Estimate valid_of(const TrainingOutcome& outcome);

// Whether the folder holds the complete results, for the number of epochs in the config.
bool is_finished(const Training& training);

// Trains, or resumes the training in the folder, and writes model, card, predictions and metrics. A finished training
// is only loaded and evaluated.
TrainingOutcome run_training(const Training& training, const PreparedData& data, const RunObserver& observer);

}  // namespace pauc
