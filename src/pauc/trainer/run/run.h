#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/options.h"
#include "pauc/metric/evaluation.h"
#include "pauc/ranks/ranks.h"
#include "pauc/record/task_metrics.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/loop/fit.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc {

/// The input of `train`: the options of `pauc train`.
struct RunRequest {
  Config asked;                                            ///< the config; keys that are not set are chosen
  std::string out;                                         ///< folder of the run; empty: a new one, pauc-run
  OutputMode mode = OutputMode::fresh;                     ///< what to do with a run that is already in `out`
  ChangedData changed_data = ChangedData::refused;         ///< whether to resume when data files have changed
  std::string cache;                                       ///< folder that keeps parsed molecules; empty: none
  std::int64_t image_memory = DataOptions().image_memory;  ///< bytes for decoded images
  /// Processes that share the training, with the same request; rank 0 writes the folder. Null: one process.
  std::shared_ptr<const Ranks> ranks = nullptr;
};

/// A model of a blend while it is trained.
struct FoldModel {
  std::string member;      ///< trees, mlp, ...
  std::int64_t fold = 1;   ///< the fold that it is not trained on, from 1
  std::int64_t folds = 1;  ///< of each member
  std::string candidate;   ///< of a member with objective auto; empty: its objective is named
  double blend_done = 0;   ///< share of the blend's training that is done, from 0 to 1; never falls
};

/// Functions called during a run. Any of them may be empty.
struct RunObserver {
  /// A sentence for people.
  std::function<void(const std::string&)> note;
  /// After each batch. `name` is the candidate, empty for a run with a named objective; `batches` is the number of
  /// batches per epoch.
  std::function<void(const std::string& name, const Progress&, const FitOptions&, std::int64_t batches)> batch_done;
  /// After each epoch.
  std::function<void(const std::string& name, const Progress&, const FitOptions&)> epoch_done;
  /// After each epoch of a model of a blend. Models are trained on several threads, but it is called by one at a time.
  std::function<void(const FoldModel&, const Progress&, const FitOptions&)> fold_epoch_done;
  /// Asked before each batch. When it returns true, the run writes a checkpoint and stops.
  std::function<bool()> stop_requested;
  /// Asked after each epoch. When it returns true, that epoch is the last one of its training.
  std::function<bool()> enough;
};

/// A candidate of an `auto` run after its training.
struct TrainedCandidate {
  std::string name;             ///< of its folder: ce, sopa, ...
  std::string objective;        ///< objective that trained it
  std::int64_t best_epoch = 0;  ///< epoch that was kept
  Estimate valid;               ///< the target's value on validation, with its interval, on the scale of the log
  std::string dropped = {};     ///< why it could not be kept: its training collapsed; empty: it could
};

/// The result of `train`.
struct RunSummary {
  std::string folder;                        ///< the run folder
  bool interrupted = false;                  ///< stopped by RunObserver::stop_requested; the members below are not set
  bool was_finished = false;                 ///< the folder already held the complete run
  std::string positive;                      ///< "positive: outcome = 2 (156 of 6000 rows, 2.6 %)"
  std::string like;                          ///< earlier run whose options were taken over; empty: none
  std::string objective;                     ///< of the model that was kept; for `auto`, the name of the candidate
  std::int64_t best_epoch = 0;               ///< epoch that was kept
  std::vector<TrainedCandidate> candidates;  ///< of an `auto` run
  std::size_t kept = 0;                      ///< index of the kept candidate
  /// Figures of several labels, instead of `valid` and `test`.
  std::optional<record::SeveralMetrics> labels;
  std::optional<Evaluation> valid;  ///< of the kept model on the validation part
  std::optional<Evaluation> test;   ///< of the kept model on the test part
};

/// Trains as the request says and writes a run folder. Refuses wrong data and options before it writes anything.
RunSummary train(const RunRequest& request, const RunObserver& observer = {});

}  // namespace pauc
