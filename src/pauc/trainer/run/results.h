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

// What a training has come to by one target.
struct TrainingResult {
  record::RunPaths paths;
  Config config;  // resolved, with this target
  BestEpoch best;
  std::int64_t epochs = 0;         // done
  std::vector<record::Epoch> log;  // `train` and `valid` are this target's
};

using PartScores = std::array<std::vector<double>, 3>;  // by Part

PartScores scores_of_parts(const Model& model, const PreparedData& data);

// Log, model, card, predictions and hardest examples into a folder that is there; then metrics.json, which says that
// they all are. The scores are those of the best epoch.
void write_result(const TrainingResult& result, const PartScores& scores, const PreparedData& data);

// How the parts of a run are judged: the target's region, analytic intervals.
EvaluationOptions judging(const Region& target, std::int64_t threads);

// The headline on the scale of the log.
Estimate headline_of(const Evaluation& evaluation);

}  // namespace pauc
