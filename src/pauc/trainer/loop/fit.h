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
#include "pauc/record/record.h"
#include "pauc/sampler/sampler.h"

namespace pauc {

// What training moves.
struct Trainee {
  Model model;
  Objective objective;
  Optimiser optimiser;
  Sampler sampler;
};

// The first of the epochs that are best on validation for a target.
struct BestEpoch {
  std::int64_t epoch = 0;  // 0: none yet
  double valid = 0;
  NamedTensors weights;  // the same tensors for all targets that have this epoch
};

// Where training stands; with the trainee it is all that the future depends on.
struct Progress {
  std::int64_t epoch = 0;    // epochs done
  std::int64_t batch = 0;    // batches done of the one at hand
  bool closed = false;       // the last stage has been closed; more epochs open it again
  bool started = false;      // the first stage has been announced
  double objective_sum = 0;  // over this epoch's batches
  std::optional<double> realised_sum;
  std::int64_t stepped = 0;                    // batches that made a step
  std::int64_t skipped = 0;                    // batches of one class, of no use to the objective
  double seconds_waited = 0;                   // for batches that were not ready
  double seconds = 0;                          // spent on this epoch before it was interrupted
  std::vector<std::int64_t> sampler_at_epoch;  // the sampler's state when this epoch began
  std::vector<record::EpochRecord> log;
  BestEpoch best;
  std::vector<BestEpoch> also_best;  // of the further targets, in their order
};

struct FitOptions {
  std::int64_t epochs = 60;
  std::vector<Stage> stages = {{0, 1e-3}};
  std::int64_t patience = 0;  // epochs without a better one before training ends; 0: never
  std::int64_t checkpoint_every = 1;
  Region target;             // judged after every epoch
  std::vector<Region> also;  // further targets, each with a best epoch of its own; nothing else depends on them
  std::uint64_t seed = 0;
  bool needs_both_classes = false;  // batches of one class are passed over
  std::string fraction_diagnostic;  // the objective's diagnostic that is logged as realised_fraction; empty: none
  std::string phase;
};

// Refuses numbers that make no training.
void check(const FitOptions& options);

// Called by the loop; any may be empty.
struct FitHooks {
  std::function<void(const Progress&)> batch_done;
  std::function<void(const Progress&)> epoch_done;  // its record is the log's last
  std::function<void(const Trainee&, const Progress&)> checkpoint;
  // Before the first epoch and after each: what depends on how the training set is scored now.
  std::function<void(Trainee&, const std::vector<double>& train_scores)> retune;
  std::function<bool()> stop_requested;
};

enum class FitEnd { finished, interrupted };

// The one training loop. It names no dataset, no model and no objective. Goes on from where `progress` stands; the same
// bits come out whether it was interrupted or not. An error inside a step is thrown again with epoch and batch.
FitEnd fit(Trainee& trainee, Progress& progress, const Dataset& train, const Dataset& valid, const FitOptions& options,
           const FitHooks& hooks = {});

}  // namespace pauc
