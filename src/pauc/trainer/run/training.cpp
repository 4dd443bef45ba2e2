#include "pauc/trainer/run/training.h"

#include <algorithm>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/version.h"
#include "pauc/record/card.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/config/target.h"
#include "pauc/trainer/loop/checkpoint.h"
#include "pauc/trainer/loop/collapse.h"
#include "pauc/trainer/loop/plan.h"
#include "pauc/trainer/loop/saved_progress.h"
#include "pauc/trainer/loop/shared_checkpoint.h"
#include "pauc/trainer/loop/streams.h"
#include "pauc/trainer/run/described_data.h"
#include "pauc/trainer/run/explanation.h"
#include "pauc/trainer/run/linear_description.h"
#include "pauc/trainer/run/model_file.h"
#include "pauc/trainer/run/results.h"
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/seen_rows.h"
#include "pauc/trainer/run/starting_model.h"
#include "pauc/trainer/run/task_data.h"

namespace pauc {

namespace {

class TrainingAtWork {
 public:
  TrainingAtWork(const Training& training, const PreparedData& data, const RunObserver& observer)
      : training_(training),
        data_(data),
        observer_(observer),
        trainer_(training.config.read("trainer", kTrainerFields)),
        phases_(phases_of(training.config)),
        model_(starting_model(training, data, [this](const std::string& note) { say(note); })) {}

  void check() const {
    require_usage(!model_.growth || model_.growth->missing.empty(), model_.growth ? model_.growth->missing : "");
    for (const Phase& phase : phases_) {
      pauc::check(phase.fit);
      require_usage(ranks().is_alone() || !(phase.is_full_batch() || phase.grows()),
                    "processes: ", choice_name(phase.optimiser.name),
                    " fits all rows at once, so it needs one process, got ", ranks().size(),
                    "; choose a network, or the optimiser adam for a linear model");
      make_trainee(phase, 0);
    }
  }

  TrainingOutcome outcome() {
    if (first_says([this] { return is_finished(training_); })) return loaded();
    TrainingOutcome outcome;
    outcome.model = model_;
    if (ranks().is_first()) begin_folder();
    outcome.interrupted = train() == FitEnd::interrupted;
    if (outcome.interrupted) return outcome;
    outcome.best_epoch = progress_.best.epoch;
    outcome.collapse = collapse_of(progress_.log, outcome.best_epoch);
    if (!outcome.collapse.empty()) say(joined(name_before(), "warning: ", outcome.collapse));
    if (data_.has_tasks()) {
      copy_weights(progress_.best.weights, model_);
      outcome.labels = write_task_results(own_result(), training_.asked, model_, scores_of_parts(model_, data_), data_);
      return outcome;
    }
    const auto evaluations = write_results();
    outcome.interrupted = !evaluations.has_value();
    if (evaluations) outcome.evaluations = *evaluations;
    return outcome;
  }

 private:
  const Ranks& ranks() const { return *data_.ranks; }

  // What rank 0 finds; it alone reads and writes the folder.
  bool first_says(const std::function<bool()>& find) const {
    return ranks().from_first([&] { return std::string(find() ? "yes" : "no"); }) == "yes";
  }

  std::uint64_t seed() const { return static_cast<std::uint64_t>(trainer_.seed); }

  const std::vector<Region>& further_targets() const { return phases_.back().fit.also; }

  record::RunPaths target_paths(const Region& target) const {
    return record::RunPaths(training_.paths.target(region_key(target)));
  }

  void redraw_last_layer(Model& model) const {
    Random random(seed(), kNewLastLayer);
    model.reset_last_layer(random);
  }

  void begin_folder() const {
    make_folder(training_.paths.folder);
    mark_unfinished(training_.paths);
    mark_tasks_unfinished(training_.paths);
    for (const Region& target : further_targets()) mark_unfinished(target_paths(target));
    write_file_atomically(training_.paths.config(), config_yaml(training_.config));
  }

  TrainingOutcome loaded() {
    NamedTensors weights = ranks().is_first() ? read_model(training_.paths) : NamedTensors();
    ranks().broadcast(weights);
    copy_weights(weights, model_);
    TrainingOutcome outcome;
    outcome.was_finished = true;
    outcome.model = model_;
    outcome.best_epoch =
        std::stoll(ranks().from_first([&] { return joined(record::read_any_card(training_.paths).best_epoch); }));
    outcome.collapse =
        ranks().from_first([&] { return collapse_of(record::read_epoch_log(training_.paths), outcome.best_epoch); });
    if (data_.has_tasks()) {
      outcome.labels = record::read_several_metrics(training_.paths);
      return outcome;
    }
    outcome.evaluations = evaluate_held_out(training_.config, scores_of_parts(model_, data_), data_);
    return outcome;
  }

  FitEnd train() {
    std::vector<std::string> notes;
    auto checkpoint = read_checkpoint(training_.paths.checkpoint(), notes, ranks());
    for (const std::string& note : notes) say(note);
    if (!checkpoint && is_there(training_.paths.card())) {
      say(joined(training_.paths.folder, ": there is no checkpoint to go on from; all epochs are trained again"));
    }
    const std::int64_t first = checkpoint ? phase_of(*checkpoint) : 0;
    for (auto phase = first; phase < static_cast<std::int64_t>(phases_.size()); ++phase) {
      if (train_phase(phase, checkpoint) == FitEnd::interrupted) return FitEnd::interrupted;
      checkpoint.reset();
    }
    return FitEnd::finished;
  }

  Trainee make_trainee(const Phase& phase, std::int64_t number) const {
    const Dataset& train = data_.part(Part::train);
    SamplerOptions sampler = phase.sampler;
    sampler.seed += static_cast<std::uint64_t>(number);
    Optimiser optimiser = make_optimiser(phase.optimiser, model_.parameter_list());
    if (!train.tasks) {
      return {model_, objective_of(phase, train.size()), std::move(optimiser), Sampler(train.labels, sampler)};
    }
    std::vector<double> weights = task_weights(trainer_.tasks_weight, *train.tasks, listed_tasks(data_));
    return {model_, objective_of(phase, train, std::move(weights)), std::move(optimiser),
            Sampler(train.tasks, sampler)};
  }

  void restore(const Checkpoint& checkpoint, Trainee& trainee) {
    try {
      restore_progress(checkpoint, trainee, progress_);
      trainee.sampler.restore(progress_.sampler_at_epoch);
    } catch (const UserError& error) {
      fail(Fault::cannot_resume, training_.paths.folder,
           ": cannot resume: the checkpoint does not fit the current data (", error.what(),
           "); overwrite the run to start again");
    }
  }

  // A linear model is nothing but its last layer: it starts from the best weights of the pre-training.
  void begin_after_pretraining(const Phase& phase) {
    if (!phase.is_full_batch()) return redraw_last_layer(model_);
    copy_weights(progress_.best.weights, model_);
  }

  FitEnd train_phase(std::int64_t number, const std::optional<Checkpoint>& checkpoint) {
    const Phase& phase = phases_[number];
    const Dataset& train = data_.part(Part::train);
    if (!checkpoint && number > 0)
      begin_after_pretraining(phase);  // before an optimiser takes the weights as reference
    Trainee trainee = make_trainee(phase, number);
    if (checkpoint) {
      restore(*checkpoint, trainee);
      note_checkpoint(phase, progress_);
    } else {
      progress_ = after_earlier_phases();
    }
    try {
      return fit(trainee, progress_, train, data_.part(Part::valid), phase.fit, hooks(phase, number, trainee), ranks());
    } catch (const UserError& error) {
      if (error.fault() != Fault::failed_run) throw;
      note_last_checkpoint();
      fail(Fault::failed_run, name_before(), "training by ", phase.objective, " has failed: ", error.what());
    }
  }

  // The log is continued; everything else starts again.
  Progress after_earlier_phases() const {
    Progress progress;
    progress.log = progress_.log;
    return progress;
  }

  FitHooks hooks(const Phase& phase, std::int64_t number, const Trainee& trainee) {
    FitHooks hooks;
    hooks.stop_requested = observer_.stop_requested;
    hooks.enough = observer_.enough;
    hooks.retune =
        retuning(phase, data_.part(Part::train), task_names(data_), [this](const std::string& note) { say(note); });
    hooks.checkpoint = [this, &phase, number](const Trainee& at, const Progress& progress) {
      // What grows in a single step has nothing to resume, and its checkpoint would be a second copy of the model.
      const bool resumes = !at.model.growth || at.model.growth->add_round;
      if (resumes) {
        write_checkpoint(training_.paths.checkpoint(), saved_progress(at, progress, number), ranks());
        note_checkpoint(phase, progress);
      }
      if (ranks().is_first()) write_log(progress);
    };
    if (observer_.batch_done) {
      const std::int64_t batches = trainee.sampler.batches_per_epoch();
      hooks.batch_done = [this, &phase, batches](const Progress& progress) {
        observer_.batch_done(training_.name, progress, phase.fit, batches);
      };
    }
    hooks.epoch_done = [this, &phase](const Progress& progress) {
      if (observer_.epoch_done) observer_.epoch_done(training_.name, progress, phase.fit);
      note_collapse(progress);
    };
    return hooks;
  }

  void write_log(const Progress& progress) const {
    write_file_atomically(training_.paths.log(), record::epoch_log_text(progress.log));
  }

  // Says it in the first epoch that has collapsed, for people who watch; outcome() says it again.
  void note_collapse(const Progress& progress) const {
    if (!has_collapsed(progress.log.back()) || progress.log.back().weight_decay) return;
    if (std::count_if(progress.log.begin(), progress.log.end(), has_collapsed) > 1) return;
    say(joined(name_before(), "warning: ", collapse_of(progress.log, 0)));
  }

  std::string name_before() const { return training_.name.empty() ? "" : training_.name + ": "; }

  void note_checkpoint(const Phase& phase, const Progress& progress) {
    checkpointed_ = joined("after epoch ", progress.epoch, phase.fit.phase.empty() ? "" : " of pre-training");
  }

  void note_last_checkpoint() const {
    say(checkpointed_.empty()
            ? joined(training_.paths.folder, ": there is no checkpoint yet")
            : joined("the last good checkpoint, ", checkpointed_, ", is in ", training_.paths.checkpoint()));
  }

  void say(const std::string& text) const {
    if (observer_.note) observer_.note(text);
  }

  TrainingResult own_result() const {
    return {training_.paths, training_.config, progress_.best, progress_.epoch, progress_.log};
  }

  // Its log and config contain this target only, as in a run of its own.
  TrainingResult further_result(std::size_t k) const {
    const Region& target = further_targets()[k];
    TrainingResult result{target_paths(target), with_target(training_.config, target), progress_.also_best[k],
                          progress_.epoch, progress_.log};
    for (record::Epoch& record : result.log) {
      record.train = record.also[k].train;
      record.valid = record.also[k].valid;
      record.also.clear();
      if (record.since_start) record.since_start->valid = record.valid - progress_.start->also[k];
    }
    return result;
  }

  // Writes all files of a finished run for every target. The training's own target comes last: its metrics.json marks
  // the training as finished, and the model keeps its weights. Targets with the same best epoch follow each other, so
  // that each epoch is scored once. Returns the evaluations for the training's own target, none if it was asked to
  // stop.
  std::optional<HeldOutEvaluations> write_results() {
    std::vector<TrainingResult> results;
    for (std::size_t k = 0; k < further_targets().size(); ++k) results.push_back(further_result(k));
    results.push_back(own_result());
    const auto place = [own = progress_.best.epoch](const TrainingResult& result) {
      return std::make_pair(result.best.epoch == own, result.best.epoch);
    };
    std::stable_sort(results.begin(), results.end(),
                     [&](const TrainingResult& a, const TrainingResult& b) { return place(a) < place(b); });
    PartScores scores;
    std::shared_ptr<const PreparedData> described;
    HeldOutEvaluations evaluations;
    std::int64_t scored = 0;
    for (const TrainingResult& result : results) {
      if (result.best.epoch != scored) {
        copy_weights(result.best.weights, model_);
        scores = scores_of_parts(model_, data_);
        described = described_data(model_, result.config.get("model.name"), result.config, scores, data_);
        scored = result.best.epoch;
      }
      if (is_further(result)) begin_target(result);
      const auto write = [&] { return write_target(result, scores, *described, evaluations); };
      if (!first_says(write)) return std::nullopt;
      if (!ranks().is_first()) evaluations = evaluate_held_out(result.config, scores, data_);
    }
    return evaluations;
  }

  bool is_further(const TrainingResult& result) const { return result.paths.folder != training_.paths.folder; }

  void begin_target(const TrainingResult& result) const {
    const auto keys_of_seen = keys_of_seen_rows(data_);
    if (!ranks().is_first()) return;
    begin_target_folder(result);
    write_seen_rows(result.paths, keys_of_seen);
  }

  // False if it was asked to stop.
  bool write_target(const TrainingResult& result, const PartScores& scores, const PreparedData& described,
                    HeldOutEvaluations& evaluations) const {
    const LinearResult linear{result.paths, training_.paths.checkpoint(), result.config, result.best.epoch,
                              result.best.weights};
    if (!write_linear_description(linear, scores, described, observer_)) return false;
    if (is_whole_run(result) && !explain(result, scores, described)) return false;
    evaluations = write_result(result, model_, scores, described);
    return true;
  }

  // Candidates, folds and further targets are parts of a run.
  bool is_whole_run(const TrainingResult& result) const {
    return training_.name.empty() && !data_.options.fold && !is_further(result);
  }

  // False if it was asked to stop.
  bool explain(const TrainingResult& result, const PartScores& scores, const PreparedData& described) const {
    const auto explained = [&](Part part) {
      return ExplainedPart{[this, &described, part] { return scored_by(model_, described, part); },
                           record::hardest_of(described.scored(part, scores[static_cast<std::size_t>(part)]))};
    };
    return write_explanation({record::ExplanationPaths(result.paths), result.config, target_of(result.config),
                              explained(Part::valid), explained(Part::test)},
                             observer_);
  }

  void begin_target_folder(const TrainingResult& result) const {
    make_folder(result.paths.folder);
    write_file_atomically(result.paths.config(), config_yaml(result.config));
    write_beginning(result.paths, {kVersion, result.config, data_.files, data_.rows_crc()});
  }

  const Training& training_;
  const PreparedData& data_;
  const RunObserver observer_;
  TrainerOptions trainer_;
  std::vector<Phase> phases_;
  Model model_;
  Progress progress_;
  std::string checkpointed_;  // where the last checkpoint stands
};

}  // namespace

Estimate valid_of(const TrainingOutcome& outcome) {
  return outcome.labels ? headline_of(*outcome.labels) : headline_of(outcome.evaluations.valid);
}

bool is_finished(const Training& training) {
  if (!training.paths.finished()) return false;
  Config before;
  read_config_file(training.paths.config(), before);
  return before.get("trainer.epochs") == training.config.get("trainer.epochs");
}

void check_training(const Training& training, const PreparedData& data) { TrainingAtWork(training, data, {}).check(); }

TrainingOutcome run_training(const Training& training, const PreparedData& data, const RunObserver& observer) {
  return TrainingAtWork(training, data, observer).outcome();
}

}  // namespace pauc
