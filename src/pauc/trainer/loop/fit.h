#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/dataset.h"
#include "pauc/metric/region.h"
#include "pauc/model/model.h"
#include "pauc/objective/objective.h"
#include "pauc/optimiser/optimiser.h"
#include "pauc/optimiser/schedule.h"
#include "pauc/ranks/ranks.h"
#include "pauc/record/epoch_log.h"
#include "pauc/sampler/sampler.h"
#include "pauc/trainer/loop/best_by.h"

namespace pauc {

/// Everything that training changes.
struct Trainee {
  Model model;          ///< the weights
  Objective objective;  ///< its state
  Optimiser optimiser;  ///< its moments
  Sampler sampler;      ///< its place in the order of the rows
};

/// The best epoch on validation; of equal ones the first.
struct BestEpoch {
  std::int64_t epoch = 0;      ///< 0: none yet
  double valid = 0;            ///< the target's value on the validation part
  std::optional<double> loss;  ///< the log loss there, if it selects
  NamedTensors weights;        ///< shared by all targets that have this epoch
};

/// The model that a fine-tuning starts from, for comparison.
struct StartOfTraining {
  std::vector<double> train_deviations;  ///< standard deviation of the raw scores of the training set, by label
  std::vector<double> valid_deviations;  ///< the same of the validation part
  double valid = 0;                      ///< the target's value on the validation part
  std::vector<double> also;              ///< the same of the further targets
};

/// The state of a training. Together with the trainee it determines the rest of the training.
struct Progress {
  std::int64_t epoch = 0;                      ///< epochs completed
  std::int64_t batch = 0;                      ///< batches completed in the current epoch
  bool closed = false;                         ///< the last stage has been closed; more epochs open it again
  bool started = false;                        ///< the first stage has been announced
  double objective_sum = 0;                    ///< of this epoch's batches
  std::optional<double> realised_sum;          ///< of this epoch's realised fractions, if the objective reports them
  std::int64_t stepped = 0;                    ///< batches of this epoch that made a step
  std::int64_t skipped = 0;                    ///< batches skipped because they had one class only
  double seconds_waited = 0;                   ///< time spent waiting for batches
  double seconds = 0;                          ///< time spent on the current epoch before an interruption
  std::optional<StartOfTraining> start;        ///< of a fine-tuning
  std::vector<std::int64_t> sampler_at_epoch;  ///< state of the sampler at the start of the current epoch
  std::vector<record::Epoch> log;              ///< one record per completed epoch
  BestEpoch best;                              ///< for the target
  std::vector<BestEpoch> also_best;            ///< for the further targets, in their order
};

/// Options of `fit`.
struct FitOptions {
  std::int64_t epochs = 60;                 ///< passes over the training set
  std::vector<Stage> stages = {{0, 1e-3}};  ///< learning rates by first epoch
  std::int64_t patience = 0;                ///< stop after this many epochs without a better one; 0: never
  std::int64_t checkpoint_every = 1;        ///< epochs between calls of FitHooks::checkpoint
  Region target;                            ///< evaluated after every epoch
  BestBy best_by = BestBy::target;          ///< selects the best epoch
  std::vector<Region> also;                 ///< further targets; each only selects a best epoch of its own
  std::uint64_t seed = 0;                   ///< of dropout and augmentation
  bool needs_both_classes = false;          ///< skip batches of one class
  std::string fraction_diagnostic;          ///< diagnostic of the objective logged as realised_fraction; empty: none
  std::string phase;                        ///< written to the log; "pretrain", or empty
  bool fine_tunes = false;                  ///< the weights are trained already: the log compares with them
  bool logistic = false;                    ///< ObjectiveInfo::logistic, for models that grow
  std::vector<double> penalties;            ///< L2 penalty of each epoch of a full-batch optimiser; the last one stays
};

/// Refuses options outside their ranges as wrong usage.
void check(const FitOptions& options);

/// The L2 penalty of an epoch, counted from 0; none if the optimiser takes no penalty from here.
std::optional<double> penalty_at(const FitOptions& options, std::int64_t epoch);

/// Functions that the loop calls. Any of them may be empty.
struct FitHooks {
  /// After each batch.
  std::function<void(const Progress&)> batch_done;
  /// After each epoch; its record is the last of the log.
  std::function<void(const Progress&)> epoch_done;
  /// Saves a checkpoint: every `checkpoint_every` epochs, after the last one, and when training is interrupted.
  std::function<void(const Trainee&, const Progress&)> checkpoint;
  /// Adapts the objective to the current scores of the training set: before the first epoch and after each but the
  /// last.
  std::function<void(Trainee&, const std::vector<double>& train_scores)> retune;
  /// Asked before each batch; true interrupts the training.
  std::function<bool()> stop_requested;
  /// Asked after each epoch; true makes it the last one.
  std::function<bool()> enough;
};

/// How a call of `fit` ended.
enum class FitEnd { finished, interrupted };

/// The training loop for all data, models and objectives.
///
/// Continues from `progress`; an interrupted and resumed training gives the same bits as an uninterrupted one. Keeps
/// the weights of the best epoch in `progress.best`. With a full-batch optimiser (FullBatchSearch) the model is linear,
/// an epoch is a search for the minimum under its penalty, and a batch is some iterations of it. Errors in a step are
/// thrown again with their epoch and batch, as Fault::failed_run.
///
/// With several ranks, each of them calls fit with the same arguments but for the examples that it holds
/// (Dataset::owners). Every batch is that of one process: a rank computes the scores of its own rows, all ranks get the
/// scores of the whole batch and compute its loss, and the gradients of the weights are summed. So weights, state and
/// progress are the same on all ranks. Models that grow and full-batch optimisers need one process.
FitEnd fit(Trainee& trainee, Progress& progress, const Dataset& train, const Dataset& valid, const FitOptions& options,
           const FitHooks& hooks = {}, const Ranks& ranks = Ranks());

}  // namespace pauc
