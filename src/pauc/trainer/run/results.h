#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/record/run_paths.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/loop/fit.h"
#include "pauc/trainer/run/prepared_data.h"

namespace pauc {

// The result of a training for one target.
struct TrainingResult {
  record::RunPaths paths;
  Config config;  // resolved, with this target
  BestEpoch best;
  std::int64_t epochs = 0;         // completed
  std::vector<record::Epoch> log;  // `train` and `valid` are this target's
};

using PartScores = std::array<std::vector<double>, 3>;  // by Part

// Evaluations of a model on the rows that it was not trained on.
struct HeldOutEvaluations {
  Evaluation valid;
  Evaluation test;
};

PartScores scores_of_parts(const Model& model, const PreparedData& data);

// Scores and evaluates valid and test in the region of the config's target, with analytic intervals.
HeldOutEvaluations evaluate_held_out(const Config& config, const Model& model, const PreparedData& data);

// Writes log, model, card, predictions and hardest examples of the best epoch, which has these scores, into an existing
// folder. metrics.json is written last and marks the result as complete. Returns the evaluations that it holds.
HeldOutEvaluations write_result(const TrainingResult& result, const PartScores& scores, const PreparedData& data);

// The headline on the scale of the log.
Estimate headline_of(const Evaluation& evaluation);

}  // namespace pauc
