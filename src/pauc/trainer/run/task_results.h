#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "pauc/metric/evaluation.h"
#include "pauc/metric/interval/task_mean.h"
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

// The means over labels of the figures of a part. Labels are added one by one: their rows are many. Rows of the same
// number, or of the same group, are not independent of each other.
class PartMeans {
 public:
  explicit PartMeans(const EvaluationOptions& options) : options_(options) {}

  // The rows of a label; without both classes they do not count.
  void add(const record::ScoredPart& rows);
  record::TaskPart mean() const;

 private:
  struct OfArea {
    EvaluatedArea area;
    TaskMeanSum sum;
  };
  record::ShownFigure figure(const OfArea& one) const;

  EvaluationOptions options_;
  std::map<std::string, std::int64_t> groups_;  // by name
  std::int64_t labels_ = 0;
  std::optional<OfArea> target_;
  std::optional<OfArea> auc_;
};

// The mean of the target's value on validation, as headline_of for one label.
Estimate headline_of(const record::SeveralMetrics& metrics);

}  // namespace pauc
