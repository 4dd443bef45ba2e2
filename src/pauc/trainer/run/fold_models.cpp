#include "pauc/trainer/run/fold_models.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>

#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/core/version.h"
#include "pauc/data/folds.h"
#include "pauc/model/registry.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/model_file.h"
#include "pauc/trainer/run/results.h"
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/single_run.h"
#include "pauc/trainer/run/time_shares.h"

namespace pauc {

namespace {

using Clock = std::chrono::steady_clock;

// The scores of one model, of one fold.
struct FoldScores {
  std::vector<double> held_out;  // in the order of the fold's rows
  std::vector<double> of_trained;
  std::vector<double> of_test;
};

Config config_of(const Member& member, std::int64_t folds, std::int64_t fold) {
  Config config = member.asked;
  config.set("data.folds", joined(folds), "folds");
  config.set("data.fold", joined(fold), "folds");
  config.set("trainer.threads", "1", "folds");
  return config;
}

std::vector<double> scores_of_rows(const Model& model, const PreparedData& data,
                                   const std::vector<std::int64_t>& rows) {
  return scores_of(model, dataset_of(*data.examples, data.inputs, rows));
}

class FoldTrainings {
 public:
  FoldTrainings(const EnsembleRequest& request, const FoldedRows& rows, MemberExamples& examples,
                const MemberTraining& how, const RunObserver& observer)
      : request_(request),
        members_(request.plan.members),
        rows_(rows),
        observer_(observer),
        folds_(request.plan.folds),
        at_once_(how.at_once),
        examples_(examples),
        states_(members_.size()) {
    for (MemberState& state : states_) {
      state.folds.resize(static_cast<std::size_t>(folds_));
      state.done.resize(static_cast<std::size_t>(folds_));
    }
    for (const record::LeftOutMember& absent : how.without) {
      for (std::size_t member = 0; member < members_.size(); ++member) {
        if (members_[member].name == absent.name) leave_out(member, absent.why);
      }
    }
  }

  // Writes nothing. Returns notes on the folds.
  std::vector<std::string> check() {
    std::optional<std::string> few;
    for (std::size_t member = 0; member < members_.size(); ++member) {
      if (is_left_out(member)) continue;
      try {
        const PreparedRun run = prepared(member, 1);
        if (!grows_at_once(run.asked.get("model.name"))) few = few_to_choose_by(run.data);
      } catch (const UserError& error) {
        if (!may_leave_out(error)) throw;
        leave_out(member, error.what());
      }
    }
    for (MemberState& state : states_) {
      if (state.left_out.empty()) state.place = trained_.possible++;
    }
    if (!few) return {};
    return {joined("fold 1 chooses its epochs by ", *few, ": what so few choose is uncertain")};
  }

  TrainedMembers run() {
    const OneThreadEach one;
    const auto minutes = request_.beginning.asked.read("trainer", kTrainerFields).minutes;
    if (minutes) time_.emplace(*minutes * 60, trained_.possible, folds_, at_once_);
    const auto jobs = static_cast<std::int64_t>(members_.size()) * folds_;
    parallel_for(jobs, at_once_, [&](std::int64_t job) {
      set_compute_threads(1);  // of this thread
      const auto member = static_cast<std::size_t>(job / folds_);
      const std::int64_t fold = job % folds_ + 1;
      train(member, fold);
      const std::lock_guard guard(mutex_);
      reach(member, fold, 1);
    });
    trained_.interrupted = stopped_;
    for (std::size_t member = 0; !stopped_ && member < members_.size(); ++member) take(member);
    return std::move(trained_);
  }

 private:
  struct MemberState {
    std::vector<FoldScores> folds;
    std::vector<double> done;  // share of each fold's training, 0 to 1
    std::string left_out;      // why; empty: it is not
    std::int64_t at_fold = 0;  // the first fold that gave this reason; 0: no fold was trained
    std::size_t place = 0;     // among the members that these data and this build allow
    double longest = 0;        // seconds of the slowest training of a fold
  };

  void train(std::size_t member, std::int64_t fold) {
    if (stopped_ || is_left_out(member)) return;
    const double begin = seconds();
    try {
      const auto summary = train_fold(member, fold, begin);
      if (!summary && !stopped_) return leave_out(member, out_of_time());
      if (!summary) return;
      const std::lock_guard guard(mutex_);
      trained_.were_finished = trained_.were_finished && summary->was_finished;
      if (!summary->was_finished) {
        const double took = seconds() - begin;
        states_[member].longest = std::max(states_[member].longest, took);
        say(joined(members_[member].name, ": fold ", fold, " of ", folds_, " is trained, in ",
                   static_cast<std::int64_t>(took), " s"));
      }
    } catch (const UserError& error) {
      if (!may_leave_out(error)) throw;
      leave_out(member, joined("fold ", fold, ": ", error.what()), fold);
    }
  }

  // A training that failed, or a member of auto's that these data or this build do not allow.
  bool may_leave_out(const UserError& error) const {
    return error.fault() == Fault::failed_run || (request_.plan.effort && error.fault() == Fault::usage);
  }

  bool is_left_out(std::size_t member) {
    const std::lock_guard guard(mutex_);
    return !states_[member].left_out.empty();
  }

  // Of several folds that fail at a time the first gives the reason, whichever failed before the others.
  void leave_out(std::size_t member, const std::string& why, std::int64_t fold = 0) {
    const std::lock_guard guard(mutex_);
    MemberState& state = states_[member];
    if (!state.left_out.empty() && state.at_fold <= fold) return;
    state.left_out = why;
    state.at_fold = fold;
  }

  PreparedRun prepared(std::size_t member, std::int64_t fold) {
    const Config config = config_of(members_[member], folds_, fold);
    PreparedData data = prepare_data(config, request_.beginning.files, {1, 1, request_.request.cache, image_memory()},
                                     examples_.with_features(config.get("data.features_from")));
    return prepared_run(record::RunPaths(request_.paths.fold(members_[member].name, fold)), config, std::move(data));
  }

  // The next candidate of a member begins at its first epoch again: what is done stays done.
  void reach(std::size_t member, std::int64_t fold, double share) {
    double& done = states_[member].done[static_cast<std::size_t>(fold - 1)];
    done = std::max(done, share);
  }

  double share_done() const {
    double sum = 0;
    for (const MemberState& state : states_) sum = std::accumulate(state.done.begin(), state.done.end(), sum);
    return sum / static_cast<double>(states_.size() * static_cast<std::size_t>(folds_));
  }

  // None if it was asked to stop, or has no more time.
  std::optional<RunSummary> train_fold(std::size_t member, std::int64_t fold, double now) {
    const record::RunPaths paths(request_.paths.fold(members_[member].name, fold));
    if (!paths.finished() && (is_stopped() || !has_time(member, fold, now))) return std::nullopt;
    const double end = end_of(member, fold, now);
    const bool ends_early = is_first(member);
    const PreparedRun run = prepared(member, fold);
    begin_fold(run);
    RunObserver observer;
    observer.stop_requested = [this, ends_early, end] { return is_stopped() || (!ends_early && seconds() > end); };
    if (observer_.fold_epoch_done) {
      observer.epoch_done = [this, member, fold](const std::string& candidate, const Progress& progress,
                                                 const FitOptions& options) {
        const std::lock_guard guard(mutex_);
        const double share = static_cast<double>(progress.epoch) / static_cast<double>(options.epochs);
        reach(member, fold, options.phase.empty() ? share : share / 2);  // another phase follows a named one
        observer_.fold_epoch_done({members_[member].name, fold, folds_, candidate, share_done()}, progress, options);
      };
    }
    bool ended_early = false;
    if (ends_early) observer.enough = [&] { return ended_early = seconds() > end; };
    const RunSummary summary = train_run(run, observer);
    if (summary.interrupted) return std::nullopt;
    if (ended_early) note_early_end(member, fold);
    const Model model = load_model(paths, run.data.inputs.shape);
    FoldScores& scores = states_[member].folds[static_cast<std::size_t>(fold - 1)];
    scores.held_out = scores_of_rows(model, run.data, run.data.split.of(Part::test));
    scores.of_trained = scores_of_rows(model, run.data, rows_.trained);
    scores.of_test = scores_of_rows(model, run.data, request_.data.split.of(Part::test));
    return summary;
  }

  void note_early_end(std::size_t member, std::int64_t fold) {
    const std::lock_guard guard(mutex_);
    trained_.notes.push_back(
        joined(members_[member].name, ": the training of fold ", fold, " ended early, to keep to the time"));
    say("warning: " + trained_.notes.back());
  }

  // Whatever else stands in the folder of a fold is no reason to go on without its member.
  void begin_fold(const PreparedRun& run) const {
    try {
      begin_run(run.paths, {kVersion, run.asked, request_.beginning.files, run.data.rows_crc()}, OutputMode::resume,
                request_.request.changed_data);
    } catch (const UserError& error) {
      if (error.fault() != Fault::usage) throw;
      fail(Fault::cannot_resume, error.what());
    }
    if (!is_finished(run)) mark_unfinished(request_.paths);  // the whole is not finished
  }

  // Since the command began.
  double seconds() const { return std::chrono::duration<double>(Clock::now() - request_.begin).count(); }

  bool is_first(std::size_t member) const { return states_[member].place == 0; }

  // When the training of a fold has to be done.
  double end_of(std::size_t member, std::int64_t fold, double now) const {
    return time_ ? time_->end_of(states_[member].place, fold, now) : std::numeric_limits<double>::infinity();
  }

  // Whether a fold should be begun.
  bool has_time(std::size_t member, std::int64_t fold, double now) {
    if (!time_ || is_first(member)) return true;
    const std::lock_guard guard(mutex_);
    return !time_->is_up(now) && time_->fit(states_[member].place, fold, now, states_[member].longest);
  }

  std::string out_of_time() const {
    return time_->is_up(seconds()) ? "the time is up" : "its folds do not fit into the time";
  }

  std::int64_t image_memory() const { return request_.request.image_memory; }

  bool is_stopped() {
    if (observer_.stop_requested && observer_.stop_requested()) stopped_ = true;
    return stopped_;
  }

  void take(std::size_t member) {
    const std::string& name = members_[member].name;
    const MemberState& state = states_[member];
    if (!state.left_out.empty()) {
      trained_.left_out.push_back({name, state.left_out});
      return;
    }
    MemberScores all;
    all.name = name;
    all.folds = folds_;
    all.held_out.resize(rows_.held_out.size());
    all.of_trained.assign(rows_.trained.size(), 0);
    all.of_test.assign(request_.data.split.of(Part::test).size(), 0);
    for (std::int64_t fold = 1; fold <= folds_; ++fold) {
      const FoldScores& scores = state.folds[static_cast<std::size_t>(fold - 1)];
      std::size_t next = 0;
      for (std::size_t k = 0; k < rows_.held_out.size(); ++k) {
        if (rows_.folds[k] == fold) all.held_out[k] = scores.held_out[next++];
      }
      add_mean(scores.of_trained, all.of_trained);
      add_mean(scores.of_test, all.of_test);
    }
    trained_.members.push_back(std::move(all));
  }

  void add_mean(const std::vector<double>& scores, std::vector<double>& means) const {
    for (std::size_t k = 0; k < means.size(); ++k) means[k] += scores[k] / static_cast<double>(folds_);
  }

  void say(const std::string& text) const {
    if (observer_.note) observer_.note(text);
  }

  const EnsembleRequest& request_;
  const std::vector<Member>& members_;
  const FoldedRows& rows_;
  const RunObserver& observer_;
  std::int64_t folds_;
  int at_once_;
  MemberExamples& examples_;
  std::optional<TimeShares> time_;  // none: as long as it takes
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::vector<MemberState> states_;
  TrainedMembers trained_;
};

}  // namespace

FoldedRows folded_rows(const PreparedData& data, std::int64_t folds) {
  std::map<std::int64_t, std::int64_t> fold_of_row;
  DataOptions options = data.options;
  options.folds = folds;
  for (std::int64_t fold = 1; fold <= folds; ++fold) {
    options.fold = fold;
    const SplitRows split = fold_of(*data.examples, data.split, options);
    for (const std::int64_t row : split.of(Part::test)) fold_of_row[row] = fold;
  }
  FoldedRows rows;
  for (const auto& [row, fold] : fold_of_row) {
    rows.held_out.push_back(row);
    rows.folds.push_back(fold);
  }
  rows.trained = folds == 1 ? data.split.of(Part::train) : rows.held_out;
  return rows;
}

TrainedMembers train_members(const EnsembleRequest& request, const FoldedRows& rows, MemberExamples& examples,
                             const MemberTraining& how, const RunObserver& observer) {
  FoldTrainings trainings(request, rows, examples, how, observer);
  how.begin(trainings.check());
  return trainings.run();
}

}  // namespace pauc
