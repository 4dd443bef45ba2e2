#include "pauc/trainer/run/run.h"

#include <algorithm>
#include <filesystem>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/parallel.h"
#include "pauc/core/version.h"
#include "pauc/record/candidates.h"
#include "pauc/trainer/config/choices.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/loop/initial_weights.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/prepared_data.h"
#include "pauc/trainer/run/results.h"
#include "pauc/trainer/run/single_run.h"

namespace pauc {

namespace {

namespace fs = std::filesystem;

void say(const RunObserver& observer, const std::string& text) {
  if (observer.note) observer.note(text);
}

// A config that names no data, with --resume, means the run that the folder holds.
Config asked_for(const RunRequest& request, const record::RunPaths& paths) {
  if (request.mode != OutputMode::resume) return request.asked;
  if (request.asked.has("data.path")) return with_options_of_before(paths, request.asked);
  Config asked = read_beginning(paths).asked;
  for (const auto& [key, value] : request.asked.values()) asked.set(key, value, "resume");
  return asked;
}

int set_threads(const Config& config, InputKind kind) {
  const int threads = compute_threads(config.read("trainer", kTrainerFields).threads, kind);
  set_compute_threads(threads);
  return threads;
}

// Molecules and images are read before training: all cores may help, unless fewer threads were asked for.
int reading_threads(const Config& config) {
  const auto asked = static_cast<int>(config.read("trainer", kTrainerFields).threads);
  return asked > 0 ? asked : hardware_threads();
}

// Those that training leaves free, at least one. Images train on all cores, and leave time where they wait for batches.
int threads_beside(const Config& config) {
  const auto asked = config.read("trainer", kTrainerFields).threads;
  return std::max(1, reading_threads(config) - compute_threads(asked, InputKind::table));
}

class Run {
 public:
  Run(const RunRequest& request, const RunObserver& observer)
      : observer_(observer), paths_(request.out.empty() ? default_folder(request.mode) : request.out) {
    asked_ = asked_for(request, paths_);
    check_config(asked_);
    require_usage(asked_.has("data.path"), "data: expected a file to learn from, got none");
    const RunBeginning beginning{kVersion, asked_, files_of(asked_, reading_threads(asked_))};
    check_can_begin(paths_, beginning, request.mode, request.changed_data);
    data_ = prepare_data(asked_, beginning.files,
                         {reading_threads(asked_), threads_beside(asked_), request.cache, request.image_memory});
    threads_ = set_threads(asked_, data_.inputs.shape.kind);
    if (is_auto()) {
      candidates_ = candidates_for(asked_, data_.facts(), paths_.candidate("ce"));
    } else {
      candidates_ = {{"", resolved(asked_, data_.facts())}};
    }
    start_ = read_initial_weights(asked_.get("trainer.init"));
    for (const Candidate& candidate : candidates_) {
      check_single({candidate.name, paths_, candidate.config, start_}, data_);
    }
    lock_.emplace(paths_.folder);
    begin_run(paths_, beginning, request.mode, request.changed_data);
  }

  RunSummary work() {
    for (const std::string& note : data_.notes) say(observer_, note);
    explain();
    RunSummary summary;
    summary.folder = paths_.folder;
    is_auto() ? work_auto(summary) : work_plain(summary);
    return summary;
  }

 private:
  static std::string default_folder(OutputMode mode) { return mode == OutputMode::fresh ? free_folder() : "pauc-run"; }

  bool is_auto() const {
    const std::string name = asked_.get("objective.name");
    return name.empty() || name == "auto";
  }

  Region target() const { return target_of(asked_); }

  void explain() const {
    say(observer_, joined("run: ", paths_.folder));
    for (const std::string& line : explained(asked_, candidates_, data_.facts())) say(observer_, line);
  }

  void work_plain(RunSummary& summary) {
    const SingleRun run{"", paths_, candidates_[0].config, start_};
    const SingleOutcome outcome = run_single(run, data_, observer_);
    summary.interrupted = outcome.interrupted;
    summary.was_finished = outcome.was_finished;
    summary.objective = run.config.get("objective.name");
    summary.best_epoch = outcome.best_epoch;
    if (!outcome.interrupted) judge(outcome.model, summary);
  }

  void work_auto(RunSummary& summary) {
    summary.was_finished = paths_.finished();
    NamedTensors start = start_;
    forget_later_candidates();
    std::vector<SingleOutcome> outcomes;
    for (const Candidate& candidate : candidates_) {
      const SingleRun run{candidate.name, record::RunPaths(paths_.candidate(candidate.name)), candidate.config, start};
      if (!is_finished(run)) fs::remove(paths_.metrics());  // the run's own is no longer that of its candidates
      SingleOutcome outcome = run_single(run, data_, observer_);
      summary.interrupted = outcome.interrupted;
      if (outcome.interrupted) return;
      summary.was_finished = summary.was_finished && outcome.was_finished;
      if (outcomes.empty()) start = snapshot(outcome.model.weights());
      summary.candidates.push_back({candidate.name, candidate.config.get("objective.name"), outcome.best_epoch,
                                    headline_of(judged(Part::valid, outcome.valid_scores))});
      outcomes.push_back(std::move(outcome));
    }
    choose(summary, outcomes);
    summary.objective = summary.candidates[summary.kept].name;
    summary.best_epoch = summary.candidates[summary.kept].best_epoch;
    if (!summary.was_finished) promote(summary);
    judge(outcomes[summary.kept].model, summary);
  }

  // When ce is to be trained further, those that started from it have to start again.
  void forget_later_candidates() const {
    const Candidate& ce = candidates_.front();
    if (is_finished({ce.name, record::RunPaths(paths_.candidate(ce.name)), ce.config, {}})) return;
    for (std::size_t k = 1; k < candidates_.size(); ++k) fs::remove_all(paths_.candidate(candidates_[k].name));
  }

  // The best on validation; of equals the first, so that ce is left only for something better.
  static void choose(RunSummary& summary, const std::vector<SingleOutcome>& outcomes) {
    for (std::size_t k = 1; k < outcomes.size(); ++k) {
      if (summary.candidates[k].valid.value > summary.candidates[summary.kept].valid.value) summary.kept = k;
    }
  }

  // The kept candidate's files become the run's own; metrics.json last, as in any run.
  void promote(const RunSummary& summary) const {
    const record::RunPaths kept(paths_.candidate(summary.candidates[summary.kept].name));
    write_file_atomically(paths_.config(), config_yaml(resolved_for_auto(asked_, data_.facts())));
    write_file_atomically(paths_.candidates_table(), record::candidates_json(results_of(summary)));
    const std::string names[][2] = {{kept.log(), paths_.log()},
                                    {kept.model(), paths_.model()},
                                    {kept.card(), paths_.card()},
                                    {kept.predictions("valid"), paths_.predictions("valid")},
                                    {kept.predictions("test"), paths_.predictions("test")},
                                    {kept.hardest(), paths_.hardest()},
                                    {kept.metrics(), paths_.metrics()}};
    for (const auto& [from, to] : names) write_file_atomically(to, content_of_file(from));
  }

  static std::vector<record::CandidateResult> results_of(const RunSummary& summary) {
    std::vector<record::CandidateResult> results;
    for (std::size_t k = 0; k < summary.candidates.size(); ++k) {
      const TrainedCandidate& candidate = summary.candidates[k];
      results.push_back({candidate.name, candidate.objective, candidate.best_epoch, candidate.valid.value,
                         candidate.valid.ci.interval, k == summary.kept});
    }
    return results;
  }

  Evaluation judged(Part part, const std::vector<double>& scores) const {
    return record::evaluate_part(data_.scored(part, scores), judging(target(), threads_));
  }

  void judge(const Model& model, RunSummary& summary) const {
    summary.valid = judged(Part::valid, scores_of(model, data_.part(Part::valid)));
    summary.test = judged(Part::test, scores_of(model, data_.part(Part::test)));
  }

  const RunObserver& observer_;
  record::RunPaths paths_;
  Config asked_;
  PreparedData data_;
  std::vector<Candidate> candidates_;
  NamedTensors start_;  // of --init
  int threads_ = 1;
  std::optional<RunLock> lock_;
};

}  // namespace

RunSummary train(const RunRequest& request, const RunObserver& observer) { return Run(request, observer).work(); }

}  // namespace pauc
