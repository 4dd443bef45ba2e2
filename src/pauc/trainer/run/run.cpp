#include "pauc/trainer/run/run.h"

#include <torch/version.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/parallel.h"
#include "pauc/core/version.h"
#include "pauc/trainer/config/check_config.h"
#include "pauc/trainer/config/members.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/ensemble.h"
#include "pauc/trainer/run/like_run.h"
#include "pauc/trainer/run/permuted_inputs.h"
#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/seen_rows.h"
#include "pauc/trainer/run/separate_labels.h"
#include "pauc/trainer/run/single_run.h"
#include "pauc/trainer/run/tidy.h"

namespace pauc {

namespace {

record::RunPaths paths_of(const RunRequest& request) {
  if (!request.out.empty()) return record::RunPaths(request.out);
  return record::RunPaths(request.mode == OutputMode::fresh ? free_folder() : "pauc-run");
}

// A request to resume without data means the run in the folder; the keys that it sets override those of the run.
Config asked_for(const RunRequest& request, const record::RunPaths& paths) {
  if (request.mode != OutputMode::resume) return with_options_of_like(request.asked);
  if (request.asked.has("data.path")) return with_options_of_before(paths, with_options_of_like(request.asked));
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

// Processes on one machine share its cores.
int own_cores(const Ranks& ranks) { return std::max(1, hardware_threads() / ranks.local_size()); }

// All cores may read molecules and images before the training, unless fewer threads were asked for.
int reading_threads(const Config& asked, const Ranks& ranks) {
  const auto threads = static_cast<int>(threads_asked(asked));
  return threads > 0 ? threads : own_cores(ranks);
}

// Threads not used for training (at least one). Training on images uses all cores, but waits for batches.
int spare_threads(const Config& asked, const Ranks& ranks) {
  const int computing = compute_threads(threads_asked(asked), InputKind::table, own_cores(ranks));
  return std::max(1, reading_threads(asked, ranks) - computing);
}

Preparation preparation(const RunRequest& request, const Config& asked, const std::shared_ptr<const Ranks>& ranks) {
  return {reading_threads(asked, *ranks), spare_threads(asked, *ranks), request.cache, request.image_memory, ranks};
}

// Rank 0 alone knows the run folder: it completes the config of a run that is resumed.
Config shared_config(const RunRequest& request, const record::RunPaths& paths, const Ranks& ranks) {
  if (ranks.is_alone()) return checked_config(request, paths);
  std::vector<std::string> lines = {joined("pauc: ", kVersion), joined("LibTorch: ", TORCH_VERSION),
                                    joined("out: ", request.out), joined("mode: ", static_cast<int>(request.mode))};
  for (const auto& [key, value] : request.asked.values()) lines.push_back(joined(key, ": ", value));
  ranks.require_same("options", lines);
  return config_from_yaml(ranks.from_first([&] { return config_yaml(checked_config(request, paths)); }), "rank 0");
}

void require_same_files(const std::vector<DataFile>& files, const Ranks& ranks) {
  std::vector<std::string> lines;
  for (const DataFile& file : files) {
    lines.push_back(
        joined(file.path, ": ", file.fingerprint.bytes, " bytes, checksum ", std::int64_t{file.fingerprint.crc}));
  }
  ranks.require_same("data", lines);
}

// Figures may differ in their last digits from those of a run by one version alone.
void note_version(const RunRequest& request, const record::RunPaths& paths, const RunObserver& observer) {
  if (request.mode != OutputMode::resume || !observer.note || !is_there(paths.start())) return;
  const std::string before = read_beginning(paths).version;
  if (before != kVersion) observer.note(joined("the run was started by pauc ", before, "; this is pauc ", kVersion));
}

// Takes the lock of the folder when nothing is refused.
RunSummary train_in(const record::RunPaths& paths, const Config& asked, const RunRequest& request,
                    const std::shared_ptr<const Ranks>& ranks, const RunObserver& observer,
                    std::optional<RunLock>& lock, std::string& positive) {
  const auto begin = std::chrono::steady_clock::now();
  RunBeginning beginning{kVersion, asked, files_of(asked, reading_threads(asked, *ranks))};
  require_same_files(beginning.files, *ranks);
  if (ranks->is_first()) {
    check_can_begin(paths, beginning, request.mode, request.changed_data);
    note_version(request, paths, observer);
  }
  const Preparation how = preparation(request, asked, ranks);
  PreparedData data = prepare_data(asked, beginning.files, how);
  beginning.rows_crc = data.rows_crc();
  positive = positive_line(*data.examples);
  ranks->wait_for_all();  // machines read at different speeds; from here on they go in step
  check_column_groups(asked.get("trainer.column_groups"), *data.examples);
  set_compute_threads(compute_threads(threads_asked(asked), data.inputs.shape.kind, own_cores(*ranks)));
  require_usage(data.has_tasks() || !asked.has("trainer.tasks_weight"),
                "tasks_weight: expected several labels, got one");
  if (data.has_tasks()) {
    check_labels_request(asked, *ranks);
    if (!share_a_network(asked, data.facts())) {
      require_usage(!asked.has("trainer.tasks_weight"), "tasks_weight: expected a network that all labels share, got ",
                    "a model for each");
      return train_labels_separately({request, paths, beginning, data, how, lock}, observer);
    }
    if (blends_by_default(asked, data.facts())) {
      data.notes.emplace_back("several labels: one network learns all of them; blends are for one label (--task)");
    }
  } else if (auto plan = ensemble_plan(asked, data.facts())) {
    require_usage(ranks->is_alone(), "processes: a blend of several models needs one process, got ", ranks->size(),
                  "; choose one model, such as --model mlp or gin");
    return train_ensemble({request, paths, beginning, std::move(data), std::move(*plan), begin, lock}, observer);
  }
  const Config of_run = data.has_tasks() ? config_of_network(asked) : asked;
  const PreparedRun run = prepared_run(paths, of_run, std::move(data));
  const auto keys_of_seen = keys_of_seen_rows(run.data);
  ranks->from_first([&] {
    lock.emplace(paths.folder);
    begin_run(paths, beginning, request.mode, request.changed_data);
    write_start_time(paths, beginning.files);
    write_seen_rows(paths, keys_of_seen);
    return std::string("begun");
  });
  explain_run(run, observer);
  return train_run(run, observer);
}

// What is left to do behind metrics.json, also for a run that was killed just there.
void finish(const record::RunPaths& paths, const Config& asked, bool was_finished, const RunObserver& observer) {
  score_like(paths, asked, observer.note);
  if (asked.read("trainer", kTrainerFields).keep_checkpoints == KeepCheckpoints::no) remove_checkpoints(paths.folder);
  if (!was_finished || !has_ended(paths)) write_end_time(paths);
}

}  // namespace

RunSummary train(const RunRequest& request, const RunObserver& observer) {
  const auto ranks = request.ranks ? request.ranks : std::make_shared<const Ranks>();
  require_usage(ranks->is_alone() || !request.out.empty(), "out: expected the folder that all ranks know, got none");
  const record::RunPaths paths = paths_of(request);
  const Config asked = shared_config(request, paths, *ranks);
  std::optional<RunLock> lock;  // until the last file is written
  std::string positive;
  RunSummary summary = train_in(paths, asked, request, ranks, observer, lock, positive);
  summary.positive = positive;
  summary.like = asked.get("trainer.like");
  if (!summary.interrupted && ranks->is_first()) finish(paths, asked, summary.was_finished, observer);
  return summary;
}

}  // namespace pauc
