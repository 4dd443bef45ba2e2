#include "pauc/trainer/run/single_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/model/registry.h"
#include "pauc/record/candidates.h"
#include "pauc/trainer/config/target.h"
#include "pauc/trainer/loop/initial_weights.h"
#include "pauc/trainer/run/described_data.h"
#include "pauc/trainer/run/explanation.h"
#include "pauc/trainer/run/linear_description.h"
#include "pauc/trainer/run/results.h"
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/training.h"

namespace pauc {

namespace {

void say(const RunObserver& observer, const std::string& text) {
  if (observer.note) observer.note(text);
}

bool is_auto(const Config& asked) {
  const std::string name = asked.get("objective.name");
  return name.empty() || name == "auto";
}

std::vector<Candidate> candidates_of(const Config& asked, const DataFacts& facts, const record::RunPaths& paths) {
  if (is_auto(asked)) return candidates_for(asked, facts, paths.candidate("ce"));
  return {{"", resolved(asked, facts)}};
}

// A run with a named objective trains in its own folder.
Training training_of(const Candidate& candidate, const record::RunPaths& run, const NamedTensors& start,
                     const Config& asked = {}) {
  const bool is_run = candidate.name.empty();
  return {candidate.name, is_run ? run : record::RunPaths(run.candidate(candidate.name)), candidate.config, start,
          asked};
}

void take_kept(const TrainingOutcome& outcome, RunSummary& summary) {
  summary.best_epoch = outcome.best_epoch;
  if (outcome.labels) {
    summary.labels = outcome.labels;
    return;
  }
  summary.valid = outcome.evaluations.valid;
  summary.test = outcome.evaluations.test;
}

RunSummary train_named(const PreparedRun& run, const RunObserver& observer) {
  const Training training = training_of(run.candidates.front(), run.paths, run.start, run.asked);
  const TrainingOutcome outcome = run_training(training, run.data, observer);
  RunSummary summary;
  summary.folder = run.paths.folder;
  summary.interrupted = outcome.interrupted;
  summary.was_finished = outcome.was_finished;
  summary.objective = training.config.get("objective.name");
  if (!outcome.interrupted) take_kept(outcome, summary);
  return summary;
}

// The other candidates start from ce: if ce is trained further, they have to start again.
void forget_later_candidates(const PreparedRun& run) {
  const auto& candidates = run.candidates;
  if (is_finished(training_of(candidates.front(), run.paths, {}))) return;
  for (std::size_t k = 1; k < candidates.size(); ++k) remove_for_good(run.paths.candidate(candidates[k].name));
}

// The best on validation that did not collapse; of equals the first, so that only a better candidate replaces ce.
std::size_t best_of(const std::vector<TrainedCandidate>& candidates) {
  std::size_t best = 0;
  for (std::size_t k = 1; k < candidates.size(); ++k) {
    if (candidates[k].dropped.empty() && candidates[k].valid.value > candidates[best].valid.value) best = k;
  }
  return best;
}

// ce, which the others start from, stays in any case.
std::string reason_to_drop(const RunSummary& summary, const TrainingOutcome& outcome) {
  return summary.candidates.empty() ? "" : outcome.collapse;
}

// Describes the kept candidate in the folder of the run, with the intervals and the scorecard that were asked for.
bool describe_kept(const PreparedRun& run, const RunSummary& summary, const Model& model, const PartScores& scores,
                   const PreparedData& described, const RunObserver& observer) {
  const Candidate& kept = run.candidates[summary.kept];
  if (!is_linear_model(kept.config.get("model.name"))) return true;
  const record::RunPaths folder(run.paths.candidate(kept.name));
  LinearResult result{run.paths, folder.checkpoint(), kept.config, summary.best_epoch, snapshot(model.weights())};
  for (const char* key : {"trainer.intervals", "trainer.scorecard"}) {
    if (run.asked.has(key)) result.config.set(key, run.asked.get(key), "auto");
  }
  return write_linear_description(result, scores, described, observer);
}

// What the kept candidate looks at, unless the run is a fold of another. False if it was asked to stop.
bool explain_kept(const PreparedRun& run, const RunSummary& summary, const Model& model, const PreparedData& described,
                  const RunObserver& observer) {
  if (run.data.options.fold) return true;
  const Candidate& kept = run.candidates[summary.kept];
  const record::RunPaths folder(run.paths.candidate(kept.name));
  const auto explained = [&](Part part) {
    return ExplainedPart{[&, part] { return scored_by(model, described, part); },
                         record::read_hardest(folder, part_name(part))};
  };
  return write_explanation({record::ExplanationPaths(run.paths), run.asked, target_of(kept.config),
                            explained(Part::valid), explained(Part::test)},
                           observer);
}

// Copies the files of the kept candidate to the run; metrics.json last, as in any run.
void promote_kept(const PreparedRun& run, const RunSummary& summary) {
  const record::RunPaths& paths = run.paths;
  const record::RunPaths kept(paths.candidate(summary.candidates[summary.kept].name));
  write_file_atomically(paths.config(), config_yaml(resolved_for_auto(run.asked, run.data.facts())));
  write_file_atomically(paths.candidates_table(), record::candidates_json(candidate_results(summary)));
  const std::string names[][2] = {{kept.log(), paths.log()},
                                  {kept.weights(), kept.weights() == kept.trees() ? paths.trees() : paths.model()},
                                  {kept.card(), paths.card()},
                                  {kept.predictions("valid"), paths.predictions("valid")},
                                  {kept.predictions("test"), paths.predictions("test")},
                                  {kept.hardest(), paths.hardest()},
                                  {kept.metrics(), paths.metrics()}};
  for (const auto& [from, to] : names) copy_file_atomically(from, to);
}

// The same for several labels: the folders of the tasks stand beside their network, as in the candidate.
void promote_kept_labels(const PreparedRun& run, const RunSummary& summary) {
  const record::RunPaths& paths = run.paths;
  const record::RunPaths kept(paths.candidate(summary.candidates[summary.kept].name));
  mark_tasks_unfinished(paths);
  write_file_atomically(paths.config(), config_yaml(resolved_for_auto(run.asked, run.data.facts())));
  write_file_atomically(paths.candidates_table(), record::candidates_json(candidate_results(summary)));
  for (const auto& [from, to] :
       {std::pair(kept.log(), paths.log()), {kept.model(), paths.model()}, {kept.card(), paths.card()}}) {
    copy_file_atomically(from, to);
  }
  for (const record::TaskMetrics& task : summary.labels->tasks) {
    if (task.folder.empty()) continue;
    const record::RunPaths of_kept(kept.task(task.folder));
    const record::RunPaths own(paths.task(task.folder));
    make_folder(own.folder);
    for (const std::string& file : of_kept.all()) {
      if (is_there(file) && file != of_kept.metrics()) {
        copy_file_atomically(file, own.folder + file.substr(of_kept.folder.size()));
      }
    }
    copy_file_atomically(of_kept.metrics(), own.metrics());
  }
  copy_file_atomically(kept.metrics(), paths.metrics());
}

// Writes the files of the whole run; false if it was asked to stop.
bool finish_auto(const PreparedRun& run, const RunSummary& summary, const Model& kept, const PartScores& scores,
                 const PreparedData& described, const RunObserver& observer) {
  if (!describe_kept(run, summary, kept, scores, described, observer)) return false;
  if (!explain_kept(run, summary, kept, described, observer)) return false;
  promote_kept(run, summary);
  return true;
}

// "sopa: candidate 2 of 4 is trained, in 3 s; validation 0.8712 at epoch 4"
std::string trained_line(const RunSummary& summary, const PreparedRun& run, std::chrono::steady_clock::duration time) {
  const TrainedCandidate& last = summary.candidates.back();
  return joined(last.name, ": candidate ", summary.candidates.size(), " of ", run.candidates.size(), " is trained, in ",
                std::chrono::duration_cast<std::chrono::seconds>(time).count(), " s; validation ",
                std::round(1e4 * last.valid.value) / 1e4, " at epoch ", last.best_epoch);
}

RunSummary train_auto(const PreparedRun& run, const RunObserver& observer) {
  const Ranks& ranks = *run.data.ranks;
  const auto first_says = [&](const std::function<bool()>& find) {
    return ranks.from_first([&] { return std::string(find() ? "yes" : "no"); }) == "yes";
  };
  RunSummary summary;
  summary.folder = run.paths.folder;
  summary.was_finished = first_says([&] { return run.paths.finished(); });
  if (ranks.is_first()) forget_later_candidates(run);
  NamedTensors start = run.start;
  std::vector<TrainingOutcome> outcomes;
  for (const Candidate& candidate : run.candidates) {
    const Training training = training_of(candidate, run.paths, start, run.asked);
    if (ranks.is_first() && !is_finished(training)) mark_unfinished(run.paths);
    const auto begin = std::chrono::steady_clock::now();
    TrainingOutcome outcome = run_training(training, run.data, observer);
    summary.interrupted = outcome.interrupted;
    if (outcome.interrupted) return summary;
    summary.was_finished = summary.was_finished && outcome.was_finished;
    if (outcomes.empty()) start = snapshot(outcome.model.weights());
    summary.candidates.push_back({candidate.name, candidate.config.get("objective.name"), outcome.best_epoch,
                                  valid_of(outcome), reason_to_drop(summary, outcome)});
    if (!outcome.was_finished) say(observer, trained_line(summary, run, std::chrono::steady_clock::now() - begin));
    outcomes.push_back(std::move(outcome));
  }
  summary.kept = best_of(summary.candidates);
  summary.objective = summary.candidates[summary.kept].name;
  take_kept(outcomes[summary.kept], summary);
  if (summary.was_finished) return summary;
  if (summary.labels) {
    first_says([&] {
      promote_kept_labels(run, summary);
      return true;
    });
    return summary;
  }
  const Model& kept = outcomes[summary.kept].model;
  const PartScores scores = scores_of_parts(kept, run.data);
  const Config& config = run.candidates[summary.kept].config;
  const auto described = described_data(kept, config.get("model.name"), run.asked, scores, run.data);
  summary.interrupted = !first_says([&] { return finish_auto(run, summary, kept, scores, *described, observer); });
  return summary;
}

}  // namespace

PreparedRun prepared_run(const record::RunPaths& paths, const Config& asked, PreparedData data) {
  std::vector<Candidate> candidates = candidates_of(asked, data.facts(), paths);
  PreparedRun run{paths, asked, std::move(data), std::move(candidates),
                  read_initial_weights(asked.get("trainer.init"))};
  for (const Candidate& candidate : run.candidates) check_training(training_of(candidate, paths, run.start), run.data);
  return run;
}

void explain_run(const PreparedRun& run, const RunObserver& observer) {
  for (const std::string& note : run.data.notes) say(observer, note);
  if (const auto few = few_to_choose_by(run.data)) {
    say(observer, joined("the validation part has ", *few, ": epoch, candidate and thresholds chosen by so few are ",
                         "uncertain"));
  }
  say(observer, joined("run: ", run.paths.folder));
  for (const std::string& line : explained(run.asked, run.candidates, run.data.facts())) say(observer, line);
}

bool is_finished(const PreparedRun& run) {
  return run.paths.finished() &&
         std::all_of(run.candidates.begin(), run.candidates.end(),
                     [&](const Candidate& candidate) { return is_finished(training_of(candidate, run.paths, {})); });
}

RunSummary train_run(const PreparedRun& run, const RunObserver& observer) {
  return is_auto(run.asked) ? train_auto(run, observer) : train_named(run, observer);
}

}  // namespace pauc
