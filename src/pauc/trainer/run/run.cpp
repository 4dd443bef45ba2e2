#include "pauc/trainer/run/run.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/core/version.h"
#include "pauc/trainer/config/check_config.h"
#include "pauc/trainer/config/members.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/ensemble.h"
#include "pauc/trainer/run/permuted_inputs.h"
#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/single_run.h"

namespace pauc {

namespace {

record::RunPaths paths_of(const RunRequest& request) {
  if (!request.out.empty()) return record::RunPaths(request.out);
  return record::RunPaths(request.mode == OutputMode::fresh ? free_folder() : "pauc-run");
}

// A request to resume without data means the run in the folder; the keys that it sets override those of the run.
Config asked_for(const RunRequest& request, const record::RunPaths& paths) {
  if (request.mode != OutputMode::resume) return request.asked;
  if (request.asked.has("data.path")) return with_options_of_before(paths, request.asked);
  Config asked = read_beginning(paths).asked;
  for (const auto& [key, value] : request.asked.values()) asked.set(key, value, "resume");
  return asked;
}

Config checked_config(const RunRequest& request, const record::RunPaths& paths) {
  Config asked = asked_for(request, paths);
  check_config(asked);
  require_usage(asked.has("data.path"), "data: expected a file to learn from, got none");
  return asked;
}

std::int64_t threads_asked(const Config& asked) { return asked.read("trainer", kTrainerFields).threads; }

// All cores may read molecules and images before the training, unless fewer threads were asked for.
int reading_threads(const Config& asked) {
  const auto threads = static_cast<int>(threads_asked(asked));
  return threads > 0 ? threads : hardware_threads();
}

// Threads not used for training (at least one). Training on images uses all cores, but waits for batches.
int spare_threads(const Config& asked) {
  return std::max(1, reading_threads(asked) - compute_threads(threads_asked(asked), InputKind::table));
}

PreparedData prepared_data(const RunRequest& request, const RunBeginning& beginning) {
  const Config& asked = beginning.asked;
  return prepare_data(asked, beginning.files,
                      {reading_threads(asked), spare_threads(asked), request.cache, request.image_memory});
}

}  // namespace

RunSummary train(const RunRequest& request, const RunObserver& observer) {
  const record::RunPaths paths = paths_of(request);
  const Config asked = checked_config(request, paths);
  const RunBeginning beginning{kVersion, asked, files_of(asked, reading_threads(asked))};
  check_can_begin(paths, beginning, request.mode, request.changed_data);
  PreparedData data = prepared_data(request, beginning);
  check_column_groups(asked.get("trainer.column_groups"), *data.examples);
  set_compute_threads(compute_threads(threads_asked(asked), data.inputs.shape.kind));
  if (auto plan = ensemble_plan(asked, data.facts())) {
    return train_ensemble({request, paths, beginning, std::move(data), std::move(*plan)}, observer);
  }
  const PreparedRun run = prepared_run(paths, asked, std::move(data));
  const RunLock lock(paths.folder);
  begin_run(paths, beginning, request.mode, request.changed_data);
  explain_run(run, observer);
  return train_run(run, observer);
}

}  // namespace pauc
