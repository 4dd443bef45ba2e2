#include "pauc/trainer/single_run.h"

#include <torch/version.h>

#include <algorithm>
#include <filesystem>

#include "pauc/batch/tensor_file.h"
#include "pauc/core/atomic_file.h"
#include "pauc/core/error.h"
#include "pauc/core/utf8.h"
#include "pauc/core/version.h"
#include "pauc/data/example_picture.h"
#include "pauc/data/smiles.h"
#include "pauc/model/make_model.h"
#include "pauc/objective/make_objective.h"
#include "pauc/report/hardest.h"
#include "pauc/trainer/card.h"
#include "pauc/trainer/checkpoint.h"
#include "pauc/trainer/initial_weights.h"
#include "pauc/trainer/options.h"
#include "pauc/trainer/plan.h"
#include "pauc/trainer/saved_progress.h"
#include "pauc/trainer/score.h"
#include "pauc/trainer/streams.h"

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
    copy_weights(progress_.best_weights, model_);
    outcome.best_epoch = progress_.best_epoch;
    outcome.epochs = progress_.epoch;
    outcome.valid_scores = write_results();
    return outcome;
  }

 private:
  std::uint64_t seed() const { return static_cast<std::uint64_t>(trainer_.seed); }

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
      fail(error.fault(), "init: the weights of ", init, " are not those of ", run_.config.get("model.name"),
           " for these data (", error.what(), "); --model names another");
    }
  }

  void begin_folder() const {
    std::error_code failed;
    std::filesystem::create_directories(run_.paths.folder, failed);
    if (failed) fail(Fault::cannot_create, run_.paths.folder, ": cannot create: ", failed.message());
    std::filesystem::remove(run_.paths.metrics(), failed);  // from now on it is not finished
    write_file_atomically(run_.paths.config(), config_yaml(run_.config));
  }

  void load_finished(SingleOutcome& outcome) {
    const ModelCard card = read_card(run_.paths.card());
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
    std::string text;
    for (const EpochRecord& record : progress.log) text += epoch_json(record) + "\n";
    write_file_atomically(run_.paths.log(), text);
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

  // Everything that a finished run has; metrics.json, which says so, comes last. Returns the validation scores.
  std::vector<double> write_results() {
    const EvaluationOptions options = judging(phases_.back().fit.target, trainer_.threads);
    std::vector<double> scores[3];
    Evaluation evaluations[3];
    HardestExamples hardest[3];
    for (const Part part : {Part::train, Part::valid, Part::test}) {
      const auto k = static_cast<int>(part);
      scores[k] = scores_of(model_, data_.part(part));
      const ScoredPart scored = data_.scored(part, scores[k]);
      evaluations[k] = evaluate_part(scored, options);
      if (part == Part::train) continue;
      write_file_atomically(run_.paths.predictions(part_name(part)), predictions_csv(scored));
      hardest[k] = hardest_with_pictures(part, scored);
    }
    write_log(progress_);
    write_tensors(run_.paths.model(), model_.weights());
    write_file_atomically(run_.paths.card(), card_json(card(scores[1], evaluations[1])));
    write_file_atomically(run_.paths.hardest(), hardest_json(hardest[1], hardest[2]));
    write_file_atomically(run_.paths.metrics(), metrics_json(evaluations[0], evaluations[1], evaluations[2]));
    return scores[1];
  }

  HardestExamples hardest_with_pictures(Part part, const ScoredPart& scored) const {
    HardestExamples hardest = hardest_of(scored);
    const auto& rows = data_.split.of(part);
    for (auto* examples : {&hardest.positives, &hardest.negatives}) {
      for (HardExample& example : *examples) {
        example.picture = picture_of(data_.examples->content, rows[example.place]);
      }
    }
    return hardest;
  }

  CardPart part_of(Part part) const {
    const auto& labels = data_.part(part).labels;
    return {static_cast<std::int64_t>(labels.size()), std::count(labels.begin(), labels.end(), 1)};
  }

  ModelCard card(const std::vector<double>& valid_scores, const Evaluation& valid) const {
    ModelCard card;
    card.kind = data_.examples->kind;
    card.header = data_.options.header;
    card.id = printable(data_.examples->facts.id_column);
    card.label = data_.options.label;
    card.positive = printable(data_.examples->facts.positive);
    card.input = data_.inputs.shape;
    card.preprocessing = data_.inputs.preprocessing;
    card.model = run_.config.get("model.name");
    card.model_options = model_settings(run_.config);
    card.target = phases_.back().fit.target;
    for (const OperatingEstimate& estimate : valid.scores[0].operating_points) {
      const OperatingPoint& point = estimate.point;
      if (point.exists) card.thresholds.push_back({point.fpr, point.threshold, point.realised_fpr, point.tpr});
    }
    const Dataset& valid_part = data_.part(Part::valid);
    card.platt = fit_platt({valid_part.labels, valid_scores, valid_part.weights});
    card.objective = phases_.back().objective;
    card.objective_options = run_.config.section("objective");
    card.best_epoch = progress_.best_epoch;
    card.epochs = progress_.epoch;
    card.seed = trainer_.seed;
    card.valid = progress_.best_valid;
    card.train_part = part_of(Part::train);
    card.valid_part = part_of(Part::valid);
    card.test_part = part_of(Part::test);
    for (const DataFile& file : data_.files) {
      card.files.push_back({std::filesystem::path(file.path).filename().string(), file.fingerprint});
    }
    card.version = kVersion;
    card.libtorch = TORCH_VERSION;
    if (data_.examples->kind == "smiles") card.molecules = smiles_reader();
    return card;
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

EvaluationOptions judging(const Region& target, std::int64_t threads) {
  EvaluationOptions options;
  set_region(target, options);
  options.uncertainty.threads = static_cast<int>(threads);
  return options;
}

Estimate headline_of(const Evaluation& evaluation) {
  return on_shown_scale(evaluation.areas[evaluation.headline], evaluation.scores[0].areas[evaluation.headline]);
}

}  // namespace pauc
