#include "pauc/trainer/loop/fit.h"

#include <ATen/Parallel.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "pauc/core/error.h"
#include "pauc/metric/log_loss.h"
#include "pauc/trainer/loop/batch_queue.h"
#include "pauc/trainer/loop/batch_statistics.h"
#include "pauc/trainer/loop/batch_step.h"
#include "pauc/trainer/loop/full_batch.h"
#include "pauc/trainer/loop/growing_scores.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/loop/streams.h"
#include "pauc/trainer/loop/task_scores.h"

namespace pauc {

namespace {

// Streams of the run's seed: one per use and step, so that no generator has to be saved.
enum class Use : std::uint64_t { augmentation, dropout, statistics };
std::uint64_t stream_of(Use use, std::int64_t step) {
  return kFirstOfSteps + static_cast<std::uint64_t>(step) * 4 + static_cast<std::uint64_t>(use);
}

// The least that is left of the numbers that were there before.
double smallest_share(const std::vector<double>& now, const std::vector<double>& before) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < now.size(); ++k) {
    smallest = std::min(smallest, before.at(k) > 0 ? now[k] / before[k] : 1);
  }
  return smallest;
}

class Fitting {
 public:
  Fitting(Trainee& trainee, Progress& progress, const Dataset& train, const Dataset& valid, const FitOptions& options,
          const FitHooks& hooks, const Ranks& ranks)
      : trainee_(trainee),
        progress_(progress),
        train_(train),
        valid_(valid),
        options_(options),
        hooks_(hooks),
        ranks_(ranks) {}

  FitEnd run() {
    if (!progress_.started) {
      start();
    } else {
      require_fitting_progress();
    }
    if (progress_.closed && progress_.epoch < options_.epochs) reopen();
    while (progress_.epoch < options_.epochs && !out_of_patience() && !is_enough()) {
      if (!train_epoch()) {
        if (hooks_.checkpoint) hooks_.checkpoint(trainee_, progress_);
        return FitEnd::interrupted;
      }
      end_epoch();
    }
    return FitEnd::finished;
  }

 private:
  using Clock = std::chrono::steady_clock;

  void start() {
    progress_.also_best.resize(options_.also.size());
    begin_stage(0);
    if (hooks_.retune || options_.fine_tunes || has_score_scale(train_, trainee_.objective.state)) look_at_scores();
    progress_.sampler_at_epoch = trainee_.sampler.save();
    progress_.started = true;
  }

  // A record may have been written by another version, or by hand.
  void require_fitting_progress() const {
    const std::size_t targets = options_.also.size();
    const std::size_t tasks = train_.tasks ? train_.tasks->size() : 1;
    const auto& start = progress_.start;
    const bool fits = progress_.also_best.size() == targets &&
                      (!start || (start->also.size() == targets && start->train_deviations.size() == tasks &&
                                  start->valid_deviations.size() == tasks));
    if (!fits) {
      fail(Fault::cannot_resume, "checkpoint: expected the state of ", static_cast<std::int64_t>(targets),
           " further targets and ", static_cast<std::int64_t>(tasks),
           " labels, got another; overwrite the run to start again");
    }
  }

  // What depends on the scores that the training starts from.
  void look_at_scores() {
    const std::vector<double> scores = scores_of(trainee_.model, train_, ranks_);
    set_score_scales(train_, scores, trainee_.objective.state);
    if (options_.fine_tunes) {
      const std::vector<double> valid_scores = finite_scores(valid_);
      progress_.start = {deviations_of(train_, scores),
                         deviations_of(valid_, valid_scores),
                         target_value(valid_, valid_scores, options_.target),
                         {}};
      for (const Region& target : options_.also) {
        progress_.start->also.push_back(target_value(valid_, valid_scores, target));
      }
    }
    if (hooks_.retune) hooks_.retune(trainee_, scores);
  }

  // A finished training gets more epochs: do what is done between epochs but not after the last one.
  void reopen() {
    begin_stage(progress_.epoch);
    if (retunes_between_epochs()) hooks_.retune(trainee_, scores_of(trainee_.model, train_, ranks_));
    progress_.closed = false;
  }

  double rate_at(std::int64_t epoch) const {
    double rate = options_.stages.front().learning_rate;
    for (const Stage& stage : options_.stages) {
      if (stage.first_epoch <= epoch) rate = stage.learning_rate;
    }
    return rate;
  }

  bool starts_stage(std::int64_t epoch) const {
    return std::any_of(options_.stages.begin(), options_.stages.end(),
                       [&](const Stage& stage) { return stage.first_epoch == epoch; });
  }

  void begin_stage(std::int64_t epoch) {
    trainee_.optimiser.begin_stage(rate_at(epoch));
    trainee_.objective.begin_stage(rate_at(epoch));
  }

  bool out_of_patience() const {
    return options_.patience > 0 && progress_.best.epoch > 0 &&
           progress_.epoch - progress_.best.epoch >= options_.patience;
  }

  bool is_enough() const { return progress_.epoch > 0 && hooks_.enough && hooks_.enough(); }

  std::int64_t step_number() const { return progress_.epoch * trainee_.sampler.batches_per_epoch() + progress_.batch; }

  bool is_full_batch() const { return trainee_.optimiser.search.has_value() || trainee_.model.growth.has_value(); }

  // A search compares losses of one function: its objective stays as it was at the start.
  bool retunes_between_epochs() const { return hooks_.retune && !is_full_batch(); }

  bool is_asked_to_stop() const { return hooks_.stop_requested && hooks_.stop_requested(); }

  bool is_stopped() const { return ranks_.is_alone() ? is_asked_to_stop() : steps_->is_stopped(); }

  // The rest of the epoch's batches; false when asked to stop.
  bool train_epoch() {
    if (trainee_.model.growth) return grow_epoch();
    return is_full_batch() ? search_epoch() : step_epoch();
  }

  // A round of a model that grows.
  bool grow_epoch() {
    const auto begin = Clock::now();
    if (is_stopped()) return false;
    grow_together();
    guarded(
        [&] { note(grown_->step(trainee_.objective, Random(options_.seed, stream_of(Use::dropout, step_number())))); });
    ++progress_.batch;
    if (hooks_.batch_done) hooks_.batch_done(progress_);
    progress_.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    return true;
  }

  void grow_together() {
    if (!grown_) grown_.emplace(*trainee_.model.growth, trainee_.model, train_, valid_, options_.logistic);
  }

  // Each epoch's search starts where the last one ended.
  bool search_epoch() {
    const auto begin = Clock::now();
    const std::int64_t inputs = trainee_.model.parameters.at("output.weight").numel();
    if (!linear_rows_) linear_rows_.emplace(linear_rows_of(train_, inputs));
    const FullBatchLoss loss(*linear_rows_, train_, {}, at::get_num_threads());
    const FullBatchSearch& search = *trainee_.optimiser.search;
    const auto penalty = penalty_at(options_, progress_.epoch);
    if (progress_.batch == 0 && penalty) search.set_penalty(*penalty);
    bool finished = true;
    while (finished && progress_.batch < trainee_.sampler.batches_per_epoch()) {
      if (is_stopped()) {
        finished = false;
      } else {
        if (!search.converged()) guarded([&] { search_step(search, loss); });
        ++progress_.batch;
        if (hooks_.batch_done) hooks_.batch_done(progress_);
      }
    }
    progress_.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    return finished;
  }

  void search_step(const FullBatchSearch& search, const FullBatchLoss& loss) {
    search.run([&](Span<const double> weights, Span<double> gradient) {
      return loss.at(weights, trainee_.objective, gradient).searched;
    });
    const std::vector<double> weights = search.weights();
    std::vector<double> gradient(weights.size());
    progress_.stepped = 0;
    progress_.objective_sum = 0;
    progress_.realised_sum.reset();
    note(loss.at(weights, trainee_.objective, gradient).loss);  // the value reached
  }

  bool step_epoch() {
    const auto begin = Clock::now();
    if (!steps_) steps_.emplace(trainee_, train_, ranks_);
    if (!ranks_.is_alone()) steps_->ask_to_stop(is_asked_to_stop());
    trainee_.sampler.restore(progress_.sampler_at_epoch);
    for (std::int64_t k = 0; k < progress_.batch; ++k) trainee_.sampler.next();
    const std::int64_t batches = trainee_.sampler.batches_per_epoch();
    std::int64_t step = step_number();
    const std::int64_t last = step + batches - progress_.batch;
    BatchQueue queue([&]() -> std::optional<PreparedBatch> {
      if (step == last) return std::nullopt;
      PreparedBatch prepared;
      prepared.examples = trainee_.sampler.next();
      prepared.own = own_rows(prepared.examples, train_, ranks_);
      Random noise(options_.seed, stream_of(Use::augmentation, step++) + rank_streams());
      prepared.batch = train_.gather(prepared.own.examples, &noise);
      prepared.batch.share = prepared.own.share;
      return prepared;
    });
    bool finished = true;
    while (finished && progress_.batch < batches) {
      if (is_stopped()) {
        finished = false;
      } else {
        const auto prepared = queue.next();  // errors of the data are not those of a step
        guarded([&] { this->step(*prepared); });
        ++progress_.batch;
        if (hooks_.batch_done) hooks_.batch_done(progress_);
      }
    }
    progress_.seconds_waited += queue.seconds_waited();
    progress_.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    return finished;
  }

  template <class Step>
  void guarded(const Step& one_step) {
    try {
      one_step();
    } catch (const UserError& error) {
      fail(Fault::failed_run, "epoch ", progress_.epoch + 1, ", batch ", progress_.batch + 1, ": ", error.what());
    }
  }

  void step(const PreparedBatch& prepared) {
    const Random noise(options_.seed, stream_of(Use::dropout, step_number()));
    const auto asked = [this] { return is_asked_to_stop(); };
    const auto loss = (*steps_)(prepared, options_.needs_both_classes, noise, asked);
    if (loss) {
      note(*loss);
    } else {
      ++progress_.skipped;
    }
  }

  // Augmentation is drawn by each rank for its own rows.
  std::uint64_t rank_streams() const { return static_cast<std::uint64_t>(ranks_.rank()) << 40; }

  void note(const Loss& loss) {
    ++progress_.stepped;
    progress_.objective_sum += loss.value;
    for (const Diagnostic& diagnostic : loss.diagnostics) {
      if (diagnostic.name == options_.fraction_diagnostic) {
        progress_.realised_sum = progress_.realised_sum.value_or(0) + diagnostic.value;
      }
    }
  }

  void end_epoch() {
    const auto begin = Clock::now();
    const double rate = rate_at(progress_.epoch);
    const std::int64_t done = progress_.epoch + 1;
    if (starts_stage(done) || done == options_.epochs) close_stage(done);
    const auto train_scores = finite_scores(train_);
    record::Epoch record;
    record.epoch = done;
    record.phase = options_.phase;
    const auto valid_scores = finite_scores(valid_);
    evaluate(train_scores, valid_scores, record);
    if (progress_.start) record.since_start = since_start(train_scores, valid_scores, record.valid);
    record.lr = rate;
    record.weight_decay = penalty_at(options_, progress_.epoch);
    if (progress_.stepped > 0) {
      record.objective = progress_.objective_sum / static_cast<double>(progress_.stepped);
      if (progress_.realised_sum)
        record.realised_fraction = *progress_.realised_sum / static_cast<double>(progress_.stepped);
    }
    keep_best(record);
    if (retunes_between_epochs() && done < options_.epochs) hooks_.retune(trainee_, train_scores);
    record.seconds = progress_.seconds + std::chrono::duration<double>(Clock::now() - begin).count();
    begin_next_epoch(std::move(record));
  }

  void evaluate(const std::vector<double>& train_scores, const std::vector<double>& valid_scores,
                record::Epoch& record) const {
    record.train = target_value(train_, train_scores, options_.target);
    record.valid = target_value(valid_, valid_scores, options_.target);
    if (options_.best_by == BestBy::loss) record.valid_loss = valid_loss(valid_scores);
    for (const Region& target : options_.also) {
      record.also.push_back(
          {region_key(target), target_value(train_, train_scores, target), target_value(valid_, valid_scores, target)});
    }
  }

  double valid_loss(const std::vector<double>& scores) const {
    return valid_.tasks ? mean_log_loss(valid_, scores) : log_loss({valid_.labels, scores, valid_.weights});
  }

  record::SinceStart since_start(const std::vector<double>& train_scores, const std::vector<double>& valid_scores,
                                 double valid) const {
    const StartOfTraining& start = *progress_.start;
    return {std::min(smallest_share(deviations_of(train_, train_scores), start.train_deviations),
                     smallest_share(deviations_of(valid_, valid_scores), start.valid_deviations)),
            valid - start.valid};
  }

  // Targets that are best in the same epoch share one snapshot.
  void keep_best(const record::Epoch& record) {
    NamedTensors weights;
    const auto is_better = [&](double valid, const BestEpoch& best) {
      return record.valid_loss ? *record.valid_loss < *best.loss : valid > best.valid;
    };
    const auto keep = [&](double valid, BestEpoch& best) {
      if (best.epoch > 0 && !is_better(valid, best)) return;
      if (weights.empty()) weights = trainee_.model.kept_weights();
      best = {record.epoch, valid, record.valid_loss, weights};
    };
    keep(record.valid, progress_.best);
    for (std::size_t k = 0; k < record.also.size(); ++k) keep(record.also[k].valid, progress_.also_best[k]);
  }

  void begin_next_epoch(record::Epoch record) {
    const std::int64_t done = record.epoch;
    progress_.log.push_back(std::move(record));
    progress_.epoch = done;
    progress_.closed = done == options_.epochs;
    progress_.batch = 0;
    progress_.stepped = 0;
    progress_.objective_sum = 0;
    progress_.realised_sum.reset();
    progress_.seconds = 0;
    progress_.sampler_at_epoch = trainee_.sampler.save();
    const bool last = done == options_.epochs || out_of_patience();
    if (hooks_.checkpoint && (last || done % options_.checkpoint_every == 0)) hooks_.checkpoint(trainee_, progress_);
    if (hooks_.epoch_done) hooks_.epoch_done(progress_);
  }

  // A model that grows keeps its scores: each round adds to them.
  std::vector<double> current_scores(const Dataset& dataset) {
    if (!grown_) return scores_of(trainee_.model, dataset, ranks_);
    return &dataset == &train_ ? grown_->train_scores() : grown_->valid_scores();
  }

  // Scores that are not finite mean that training has diverged.
  std::vector<double> finite_scores(const Dataset& dataset) {
    auto scores = current_scores(dataset);
    const bool finite = std::all_of(scores.begin(), scores.end(), [](double score) { return std::isfinite(score); });
    if (!finite) {
      fail(Fault::failed_run, "epoch ", progress_.epoch + 1, ", after its last batch: expected finite scores, got ",
           "some that are not; a smaller learning rate may help");
    }
    return scores;
  }

  // An optimiser that averages its stages moves the weights here, and the statistics of batch norm no longer fit them.
  void close_stage(std::int64_t next_epoch) {
    begin_stage(std::min(next_epoch, options_.epochs - 1));
    if (trainee_.optimiser.averages_stages) estimate_statistics();
  }

  void estimate_statistics() {
    const auto noise = [&](std::int64_t batch) {
      return Random(options_.seed, stream_of(Use::statistics, step_number() + batch));
    };
    pauc::estimate_statistics(trainee_.model, train_, trainee_.sampler, noise, ranks_);
  }

  Trainee& trainee_;
  Progress& progress_;
  const Dataset& train_;
  const Dataset& valid_;
  const FitOptions& options_;
  const FitHooks& hooks_;
  const Ranks& ranks_;
  std::optional<BatchStep> steps_;         // of batches
  std::optional<LinearRows> linear_rows_;  // of a full-batch search
  std::optional<GrowingScores> grown_;     // of a model that grows
};

}  // namespace

std::optional<double> penalty_at(const FitOptions& options, std::int64_t epoch) {
  if (options.penalties.empty()) return std::nullopt;
  const auto last = static_cast<std::int64_t>(options.penalties.size()) - 1;
  return options.penalties[static_cast<std::size_t>(std::min(epoch, last))];
}

void check(const FitOptions& options) {
  require_usage(options.epochs >= 1 && options.epochs <= kMostEpochs, "epochs: expected 1 to ", kMostEpochs, ", got ",
                options.epochs);
  require_usage(options.checkpoint_every >= 1, "checkpoint_every: expected at least 1, got ", options.checkpoint_every);
  require_usage(options.patience >= 0, "patience: expected at least 0, got ", options.patience);
}

FitEnd fit(Trainee& trainee, Progress& progress, const Dataset& train, const Dataset& valid, const FitOptions& options,
           const FitHooks& hooks, const Ranks& ranks) {
  check(options);
  const bool steps = !trainee.optimiser.search && !trainee.model.growth;
  require_usage(steps || ranks.is_alone(),
                "ranks: expected one process for a model that is fitted to all rows at once, got ", ranks.size());
  require_usage(!train.tasks || (steps && ranks.is_alone()),
                "tasks: expected one process and a network that is trained by gradients");
  require(!progress.started || progress.also_best.size() == options.also.size(), "progress: expected best epochs of ",
          options.also.size(), " further targets, got ", progress.also_best.size());
  return Fitting(trainee, progress, train, valid, options, hooks, ranks).run();
}

}  // namespace pauc
