#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/interval/interval.h"
#include "pauc/metric/region.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

/// A figure on the scale that people are shown, with its interval if there is one.
struct ShownFigure {
  double value = 0;            ///< of the figure
  std::optional<Interval> ci;  ///< none: there is no interval
};

/// The figures of a label on one part, or their means over the labels.
struct TaskPart {
  std::int64_t positives = 0;         ///< rows; 0 in means
  std::int64_t negatives = 0;         ///< rows; 0 in means
  std::int64_t tasks = 1;             ///< labels that a mean is over
  std::optional<ShownFigure> target;  ///< none if the part lacks a class
  std::optional<ShownFigure> auc;     ///< none if the part lacks a class
};

/// One of several labels.
struct TaskMetrics {
  std::string name;             ///< of the label column
  std::string folder;           ///< below tasks/; empty: it cannot be judged, so it has no run of its own
  std::string positive;         ///< label value that counts as positive
  TaskPart train;               ///< figures on the training part
  TaskPart valid;               ///< figures on the validation part
  TaskPart test;                ///< figures on the test part
  std::string objective = {};   ///< that trained its model, where each label has one; empty: one for all
  std::int64_t best_epoch = 0;  ///< of its model, where each label has one
};

/// metrics.json of a run with several labels.
struct SeveralMetrics {
  bool shared = true;              ///< one network for all labels; otherwise each has a model of its own
  Region target;                   ///< of the run
  std::vector<TaskMetrics> tasks;  ///< in the order of the outputs
  TaskPart train;                  ///< means over the labels
  TaskPart valid;                  ///< means over the labels
  TaskPart test;                   ///< means over the labels
};

/// Whether the folder holds a finished run with several labels.
bool has_several_labels(const RunPaths& paths);
/// The text of metrics.json.
std::string several_metrics_json(const SeveralMetrics& metrics);
/// Reads it back; refuses names that lead out of the folder.
SeveralMetrics read_several_metrics(const RunPaths& paths);

}  // namespace pauc::record
