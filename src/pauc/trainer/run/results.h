#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/record/candidates.h"
#include "pauc/record/card.h"
#include "pauc/record/hardest.h"
#include "pauc/record/run_paths.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/loop/fit.h"
#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/run.h"

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

// Evaluates valid and test in the region of the config's target, with analytic intervals.
HeldOutEvaluations evaluate_held_out(const Config& config, const PartScores& scores, const PreparedData& data);

// Writes log, model, card, predictions and hardest examples of the best epoch into an existing folder. The model has
// the weights of that epoch, which give these scores. metrics.json is written last and marks the result as complete.
// Returns the evaluations that it holds.
HeldOutEvaluations write_result(const TrainingResult& result, const Model& model, const PartScores& scores,
                                const PreparedData& data);

// Pieces of a result that a run of one model and an ensemble share.
//
// The target's region, with analytic intervals.
EvaluationOptions evaluation_options(const Config& config);
// The hardest of these rows of the examples.
record::HardestExamples hardest_with_pictures(const std::vector<std::int64_t>& rows, const record::ScoredPart& scored,
                                              const PreparedData& data);
void take_data(const PreparedData& data, record::ModelCard& card);
void take_training(const TrainingResult& result, record::ModelCard& card);
// Thresholds and probabilities, from held-out rows and their evaluation.
void take_thresholds(const Evaluation& evaluation, const record::ScoredPart& part, record::ModelCard& card);
void take_test(const Evaluation& test, record::ModelCard& card);
void take_versions(record::ModelCard& card);
std::vector<record::CandidateResult> candidate_results(const RunSummary& summary);

// The headline on the scale of the log.
Estimate headline_of(const Evaluation& evaluation);

}  // namespace pauc
