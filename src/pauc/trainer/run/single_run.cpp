#include "pauc/trainer/run/single_run.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "pauc/batch/tensor_file.h"
#include "pauc/core/error.h"
#include "pauc/core/io/atomic_file.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/version.h"
#include "pauc/model/make_model.h"
#include "pauc/objective/make_objective.h"
#include "pauc/record/card.h"
#include "pauc/trainer/config/options.h"
#include "pauc/trainer/loop/checkpoint.h"
#include "pauc/trainer/loop/initial_weights.h"
#include "pauc/trainer/loop/plan.h"
#include "pauc/trainer/loop/saved_progress.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/loop/streams.h"
#include "pauc/trainer/run/results.h"

namespace pauc {

namespace {

Settings model_settings(const Config& config) { return config.section("model"); }

class SingleTraining {
 public:
  SingleTraining(const SingleRun& run, const PreparedData& data, const RunObserver& observer)
      : run_(run),
        data_(data),
        observer_(observer),
        trainer_(run.config.read("trainer", kTrainerFields)),
        phases_(phases_of(run.config)),
        model_(initial_model()) {}

  void check() const {
    for (const Phase& phase : phases_) {
      pauc::check(phase.fit);
      make_trainee(phase, 0);
    }
  }

  SingleOutcome outcome() {
    SingleOutcome outcome;
    outcome.model = model_;
    if (is_finished(run_)) {
      load_finished(outcome);
      return outcome;
    }
    begin_folder();
    outcome.interrupted = train() == FitEnd::interrupted;
    if (outcome.interrupted) return outcome;
    outcome.best_epoch = progress_.best.epoch;
    outcome.epochs = progress_.epoch;
    outcome.valid_scores = write_results();
    return outcome;
  }

 private:
  std::uint64_t seed() const { return static_cast<std::uint64_t>(trainer_.seed); }

  const std::vector<Region>& further_targets() const { return phases_.back().fit.also; }

  record::RunPaths target_paths(const Region& target) const {
    return record::RunPaths(run_.paths.target(region_key(target)));
  }

  Model initial_model() const {
    Random random(seed(), kInitialWeights);
    Model model = make_model(run_.config.get("model.name"), model_settings(run_.config), data_.inputs.shape, random);
    if (run_.start.empty()) return model;
    take_start(model);
    if (trainer_.init_last_layer == "drawn") {
      Random again(seed(), kNewLastLayer);
      model.reset_last_layer(again);
    }
    return model;
  }

  void take_start(Model& model) const {
    const std::string init = run_.config.get("trainer.init");
    if (!is_weights_file(init)) return copy_from_run(init, model);
    std::vector<std::string> notes;
    take_weights(run_.start, init, model, notes);
    for (const std::string& note : notes) say(note);
  }

  void copy_from_run(const std::string& init, Model& model) const {
    try {
      copy_weights(run_.start, model);
    } catch (const UserError& error) {
      fail(Fault::usage, "init: the weights of ", init, " are not those of ", run_.config.get("model.name"),
           " for these data (", error.what(), "); --model names another");
    }
  }

  void begin_folder() const {
    make_folder(run_.paths.folder);
    std::error_code ignored;
    std::filesystem::remove(run_.paths.metrics(), ignored);  // from now on it is not finished
    for (const Region& target : further_targets()) std::filesystem::remove(target_paths(target).metrics(), ignored);
    write_file_atomically(run_.paths.config(), config_yaml(run_.config));
  }

  void load_finished(SingleOutcome& outcome) {
    const record::ModelCard card = record::read_card(run_.paths);
    copy_weights(read_tensors(run_.paths.model()), model_);
    outcome.was_finished = true;
    outcome.best_epoch = card.best_epoch;
    outcome.epochs = card.epochs;
    outcome.valid_scores = scores_of(model_, data_.part(Part::valid));
  }

  FitEnd train() {
    std::vector<std::string> notes;
    auto checkpoint = read_checkpoint(run_.paths.checkpoint(), notes);
    for (const std::string& note : notes) say(note);
    if (checkpoint) remove_newer_checkpoints(run_.paths.checkpoint(), checkpoint->number);
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
    return {model_, make_objective(phase.objective, phase.objective_settings, train.size()),
            make_optimiser(phase.optimiser, model_.parameter_list()), Sampler(train.labels, sampler)};
  }

  void restore(const Checkpoint& checkpoint, Trainee& trainee) {
    try {
      restore_progress(checkpoint, trainee, progress_);
      trainee.sampler.restore(progress_.sampler_at_epoch);
    } catch (const UserError& error) {
      fail(Fault::data, run_.paths.folder, ": cannot resume: the checkpoint does not fit the data as they are now (",
           error.what(), "); start again with --overwrite");
    }
  }

  FitEnd train_phase(std::int64_t number, const std::optional<Checkpoint>& checkpoint) {
    const Phase& phase = phases_[number];
    const Dataset& train = data_.part(Part::train);
    if (!checkpoint && number > 0) redraw_last_layer();  // before an optimiser takes the weights for its reference
    Trainee trainee = make_trainee(phase, number);
    if (checkpoint) {
      restore(*checkpoint, trainee);
      note_checkpoint(phase, progress_);
    } else {
      progress_ = after_earlier_phases();
    }
    try {
      return fit(trainee, progress_, train, data_.part(Part::valid), phase.fit, hooks(phase, number, trainee));
    } catch (const UserError& error) {
      if (error.fault() != Fault::failed_run) throw;
      fail(Fault::failed_run, run_.paths.folder, ": training by ", phase.objective, " has failed: ", error.what(),
           last_good());
    }
  }

  // The log goes on; everything else starts again.
  Progress after_earlier_phases() const {
    Progress progress;
    progress.log = progress_.log;
    return progress;
  }

  void redraw_last_layer() {
    Random random(seed(), kNewLastLayer);
    model_.reset_last_layer(random);
  }

  FitHooks hooks(const Phase& phase, std::int64_t number, const Trainee& trainee) {
    FitHooks hooks;
    hooks.stop_requested = observer_.stop_requested;
    hooks.retune = retuning(phase, data_.part(Part::train));
    hooks.checkpoint = [this, &phase, number](const Trainee& at, const Progress& progress) {
      write_checkpoint(run_.paths.checkpoint(), saved_progress(at, progress, number));
      note_checkpoint(phase, progress);
      write_log(progress);
    };
    if (observer_.batch_done) {
      const std::int64_t batches = trainee.sampler.batches_per_epoch();
      hooks.batch_done = [this, &phase, batches](const Progress& progress) {
        observer_.batch_done(run_.name, progress, phase.fit, batches);
      };
    }
    if (observer_.epoch_done) {
      hooks.epoch_done = [this, &phase](const Progress& progress) {
        observer_.epoch_done(run_.name, progress, phase.fit);
      };
    }
    return hooks;
  }

  void write_log(const Progress& progress) const {
    write_file_atomically(run_.paths.log(), record::epoch_log_text(progress.log));
  }

  void note_checkpoint(const Phase& phase, const Progress& progress) {
    checkpointed_ = joined("after epoch ", progress.epoch, phase.fit.phase.empty() ? "" : " of pre-training");
  }

  std::string last_good() const {
    if (checkpointed_.empty()) return "; there is no checkpoint yet";
    return joined("; the last good checkpoint, ", checkpointed_, ", is in ", run_.paths.checkpoint());
  }

  void say(const std::string& text) const {
    if (observer_.note) observer_.note(text);
  }

  TrainingResult own_result() const {
    return {run_.paths, run_.config, progress_.best, progress_.epoch, progress_.log};
  }

  // A run in itself: its log and its config know this target only.
  TrainingResult further_result(std::size_t k) const {
    const Region& target = further_targets()[k];
    TrainingResult result{target_paths(target), with_target(run_.config, target), progress_.also_best[k],
                          progress_.epoch, progress_.log};
    for (record::Epoch& record : result.log) {
      record.train = record.also[k].train;
      record.valid = record.also[k].valid;
      record.also.clear();
    }
    return result;
  }

  // For every target everything that a finished run has. The run's own comes last: its metrics.json says that all is
  // there, and the model keeps its weights. Targets with one best epoch stand together, so that it is scored once.
  // Returns the validation scores.
  std::vector<double> write_results() {
    std::vector<TrainingResult> results;
    for (std::size_t k = 0; k < further_targets().size(); ++k) results.push_back(further_result(k));
    results.push_back(own_result());
    const auto place = [own = progress_.best.epoch](const TrainingResult& result) {
      return std::make_pair(result.best.epoch == own, result.best.epoch);
    };
    std::stable_sort(results.begin(), results.end(),
                     [&](const TrainingResult& a, const TrainingResult& b) { return place(a) < place(b); });
    PartScores scores;
    std::int64_t scored = 0;
    for (const TrainingResult& result : results) {
      if (result.best.epoch != scored) {
        copy_weights(result.best.weights, model_);
        scores = scores_of_parts(model_, data_);
        scored = result.best.epoch;
      }
      if (result.paths.folder != run_.paths.folder) begin_target_folder(result);
      write_result(result, scores, data_);
    }
    return scores[static_cast<std::size_t>(Part::valid)];
  }

  void begin_target_folder(const TrainingResult& result) const {
    make_folder(result.paths.folder);
    write_file_atomically(result.paths.config(), config_yaml(result.config));
    write_beginning(result.paths, {kVersion, result.config, data_.files});
  }

  const SingleRun& run_;
  const PreparedData& data_;
  const RunObserver observer_;
  TrainerOptions trainer_;
  std::vector<Phase> phases_;
  Model model_;
  Progress progress_;
  std::string checkpointed_;  // where the last checkpoint stands
};

}  // namespace

bool is_finished(const SingleRun& run) {
  if (!run.paths.finished()) return false;
  Config before;
  read_config_file(run.paths.config(), before);
  return before.get("trainer.epochs") == run.config.get("trainer.epochs");
}

void check_single(const SingleRun& run, const PreparedData& data) { SingleTraining(run, data, {}).check(); }

SingleOutcome run_single(const SingleRun& run, const PreparedData& data, const RunObserver& observer) {
  return SingleTraining(run, data, observer).outcome();
}

}  // namespace pauc
