#pragma once

#include <string>
#include <vector>

#include "pauc/metric/evaluation.h"
#include "pauc/record/predictions.h"
#include "pauc/record/task_metrics.h"
#include "pauc/trainer/run/results.h"

namespace pauc {

// Writes the files of a finished training on several labels into its folder: model, card and log of the network, a run
// folder for each label that can be judged, and metrics.json, which is last and marks the training as complete.
record::SeveralMetrics write_task_results(const TrainingResult& result, const Config& asked, const Model& model,
                                          const PartScores& scores, const PreparedData& data);

// Before a training on several labels goes on: its finished results no longer hold.
void mark_tasks_unfinished(const record::RunPaths& paths);

// The figures of an evaluation on the scale that people are shown.
record::TaskPart part_of(const Evaluation& evaluation);

// The means over labels, each with its rows of a part; rows of the same number, or of the same group, are not
// independent of each other.
record::TaskPart mean_of(const std::vector<record::ScoredPart>& tasks, const EvaluationOptions& options);

// The mean of the target's value on validation, as headline_of for one label.
Estimate headline_of(const record::SeveralMetrics& metrics);

}  // namespace pauc
