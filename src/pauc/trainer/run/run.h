#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pauc/data/options.h"
#include "pauc/metric/evaluation.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/loop/fit.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc {

// What `pauc train` is asked for.
struct RunRequest {
  Config asked;
  std::string out;  // empty: a new folder, pauc-run
  OutputMode mode = OutputMode::fresh;
  ChangedData changed_data = ChangedData::refused;
  std::string cache;                                       // folder for molecules that have been read; empty: none
  std::int64_t image_memory = DataOptions().image_memory;  // bytes for decoded images
};

// What a run tells while it is at work; any may be empty.
struct RunObserver {
  std::function<void(const std::string&)> note;
  // `name` is the candidate at work, empty for a plain run; `batches` an epoch's.
  std::function<void(const std::string& name, const Progress&, const FitOptions&, std::int64_t batches)> batch_done;
  std::function<void(const std::string& name, const Progress&, const FitOptions&)> epoch_done;
  std::function<bool()> stop_requested;
};

// One training as it came out.
struct TrainedCandidate {
  std::string name;
  std::string objective;
  std::int64_t best_epoch = 0;
  Estimate valid;  // the target's value with its interval, on the scale of the log
};

struct RunSummary {
  std::string folder;
  bool interrupted = false;
  bool was_finished = false;  // nothing was left to do
  std::string objective;      // of the model that was kept
  std::int64_t best_epoch = 0;
  std::vector<TrainedCandidate> candidates;  // of auto; the kept one is `kept`
  std::size_t kept = 0;
  std::optional<Evaluation> valid, test;
};

// From a config to a run folder. Bad data and bad options are refused before anything is written.
RunSummary train(const RunRequest& request, const RunObserver& observer = {});

}  // namespace pauc
