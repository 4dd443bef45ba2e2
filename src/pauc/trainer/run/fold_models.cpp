#include "pauc/trainer/run/fold_models.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>

#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/core/version.h"
#include "pauc/data/folds.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/model_file.h"
#include "pauc/trainer/run/results.h"
#include "pauc/trainer/run/run_folder.h"
#include "pauc/trainer/run/single_run.h"

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
    for (MemberState& state : states_) state.folds.resize(static_cast<std::size_t>(folds_));
    const auto minutes = request.beginning.asked.read("trainer", kTrainerFields).minutes;
    if (minutes) time_ = std::chrono::duration<double>(*minutes * 60);
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
        few = few_to_choose_by(prepared(member, 1).data);
      } catch (const UserError& error) {
        if (!may_leave_out(error)) throw;
        leave_out(member, error.what());
      }
    }
    trained_.possible = static_cast<std::size_t>(
        std::count_if(states_.begin(), states_.end(), [](const auto& state) { return state.left_out.empty(); }));
    if (!few) return {};
    return {joined("fold 1 chooses its epochs by ", *few, ": what so few choose is uncertain")};
  }

  TrainedMembers run() {
    const OneThreadEach one;
    const auto jobs = static_cast<std::int64_t>(members_.size()) * folds_;
    parallel_for(jobs, at_once_, [&](std::int64_t job) {
      set_compute_threads(1);  // of this thread
      train(static_cast<std::size_t>(job / folds_), job % folds_ + 1);
    });
    trained_.interrupted = stopped_;
    for (std::size_t member = 0; !stopped_ && member < members_.size(); ++member) take(member);
    return std::move(trained_);
  }

 private:
  struct MemberState {
    std::vector<FoldScores> folds;
    std::string left_out;      // why; empty: it is not
    std::int64_t at_fold = 0;  // the first fold that gave this reason; 0: no fold was trained
  };

  void train(std::size_t member, std::int64_t fold) {
    if (stopped_ || is_left_out(member)) return;
    const auto begin = Clock::now();
    try {
      const auto summary = train_fold(member, fold);
      if (!summary && !stopped_) return leave_out(member, "the time is up");
      if (!summary) return;
      const std::lock_guard guard(mutex_);
      trained_.were_finished = trained_.were_finished && summary->was_finished;
      if (!summary->was_finished) {
        say(joined(members_[member].name, ": fold ", fold, " of ", folds_, " is trained, in ",
                   std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin).count(), " s"));
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

  // None if it was asked to stop, or has no more time.
  std::optional<RunSummary> train_fold(std::size_t member, std::int64_t fold) {
    const record::RunPaths paths(request_.paths.fold(members_[member].name, fold));
    if (must_stop(member) && !paths.finished()) return std::nullopt;
    const PreparedRun run = prepared(member, fold);
    begin_fold(run);
    RunObserver observer;
    observer.stop_requested = [this, member] { return must_stop(member); };
    if (observer_.fold_epoch_done) {
      observer.epoch_done = [this, member, fold](const std::string& candidate, const Progress& progress,
                                                 const FitOptions& options) {
        const std::lock_guard guard(mutex_);
        observer_.fold_epoch_done(
            joined(members_[member].name, " fold ", fold, candidate.empty() ? "" : " " + candidate), progress, options);
      };
    }
    if (member == 0 && time_) observer.enough = [this, fold] { return elapsed() > share_of_time(fold); };
    const RunSummary summary = train_run(run, observer);
    if (summary.interrupted) return std::nullopt;
    const Model model = load_model(paths, run.data.inputs.shape);
    FoldScores& scores = states_[member].folds[static_cast<std::size_t>(fold - 1)];
    scores.held_out = scores_of_rows(model, run.data, run.data.split.of(Part::test));
    scores.of_trained = scores_of_rows(model, run.data, rows_.trained);
    scores.of_test = scores_of_rows(model, run.data, request_.data.split.of(Part::test));
    return summary;
  }

  // Whatever else stands in the folder of a fold is no reason to go on without its member.
  void begin_fold(const PreparedRun& run) const {
    try {
      begin_run(run.paths, {kVersion, run.asked, request_.beginning.files}, OutputMode::resume,
                request_.request.changed_data);
    } catch (const UserError& error) {
      if (error.fault() != Fault::usage) throw;
      fail(Fault::cannot_resume, error.what());
    }
    if (!is_finished(run)) mark_unfinished(request_.paths);  // the whole is not finished
  }

  std::chrono::duration<double> elapsed() const { return Clock::now() - begin_; }

  // When the first member's training on a fold has to end, so that all of its folds have the same time.
  std::chrono::duration<double> share_of_time(std::int64_t fold) const {
    const auto round_of = [&](std::int64_t number) { return static_cast<double>((number - 1) / at_once_ + 1); };
    return *time_ * (round_of(fold) / round_of(folds_));
  }

  std::int64_t image_memory() const { return request_.request.image_memory; }

  bool must_stop(std::size_t member) {
    if (observer_.stop_requested && observer_.stop_requested()) stopped_ = true;
    return stopped_ || (member > 0 && time_ && elapsed() > *time_);
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
  Clock::time_point begin_ = Clock::now();
  std::optional<std::chrono::duration<double>> time_;  // for all members; none: as long as it takes
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
