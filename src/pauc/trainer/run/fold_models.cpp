#include "pauc/trainer/run/fold_models.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <numeric>

#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/core/version.h"
#include "pauc/data/folds.h"
#include "pauc/trainer/loop/score.h"
#include "pauc/trainer/loop/threads.h"
#include "pauc/trainer/run/model_file.h"
#include "pauc/trainer/run/results.h"
#include "pauc/trainer/run/single_run.h"

namespace pauc {

namespace {

using Clock = std::chrono::steady_clock;

// The scores of one model, of one fold.
struct FoldScores {
  std::vector<double> held_out;  // in the order of the fold's rows
  std::vector<double> of_pool;
  std::vector<double> of_test;
};

Config config_of(const Member& member, std::int64_t fold) {
  Config config = member.asked;
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
  FoldTrainings(const EnsembleRequest& request, const std::vector<Member>& members, const FoldedRows& rows,
                const RunObserver& observer)
      : request_(request), members_(members), rows_(rows), observer_(observer), folds_(request.data.options.folds) {
    results_.resize(members.size(), std::vector<FoldScores>(static_cast<std::size_t>(folds_)));
    trained_.members.resize(members.size());
  }

  TrainedMembers run(int at_once) {
    const OneThreadEach one;
    const auto jobs = static_cast<std::int64_t>(members_.size()) * folds_;
    parallel_for(jobs, at_once, [&](std::int64_t job) {
      set_compute_threads(1);  // of this thread
      train(static_cast<std::size_t>(job / folds_), job % folds_ + 1);
    });
    trained_.interrupted = stopped_;
    if (!stopped_) combine();
    return std::move(trained_);
  }

 private:
  void train(std::size_t member, std::int64_t fold) {
    if (stopped_ || has_failed(member)) return;
    const auto begin = Clock::now();
    try {
      const auto summary = train_fold(member, fold);
      if (!summary) return;
      const std::lock_guard guard(mutex_);
      trained_.were_finished = trained_.were_finished && summary->was_finished;
      if (!summary->was_finished) {
        say(joined(members_[member].name, ": fold ", fold, " of ", folds_, " is trained, in ",
                   std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin).count(), " s"));
      }
    } catch (const UserError& error) {
      if (error.fault() != Fault::failed_run) throw;
      const std::lock_guard guard(mutex_);
      trained_.members[member].failure = joined("fold ", fold, ": ", error.what());
    }
  }

  bool has_failed(std::size_t member) {
    const std::lock_guard guard(mutex_);
    return !trained_.members[member].failure.empty();
  }

  // None if it was asked to stop.
  std::optional<RunSummary> train_fold(std::size_t member, std::int64_t fold) {
    const record::RunPaths paths(request_.paths.fold(members_[member].name, fold));
    const Config config = config_of(members_[member], fold);
    PreparedData data = prepare_data(config, request_.beginning.files, {1, 1, request_.request.cache, image_memory()},
                                     request_.data.examples);
    const PreparedRun run = prepared_run(paths, config, std::move(data));
    begin_run(paths, {kVersion, config, request_.beginning.files}, OutputMode::resume, request_.request.changed_data);
    RunObserver observer;
    observer.stop_requested = [this] { return is_stopped(); };
    const RunSummary summary = train_run(run, observer);
    if (summary.interrupted) return std::nullopt;
    const Model model = load_model(paths, run.data.inputs.shape);
    FoldScores& scores = results_[member][static_cast<std::size_t>(fold - 1)];
    scores.held_out = scores_of_rows(model, run.data, run.data.split.of(Part::test));
    scores.of_pool = scores_of_rows(model, run.data, rows_.pool);
    scores.of_test = scores_of_rows(model, run.data, request_.data.split.of(Part::test));
    return summary;
  }

  std::int64_t image_memory() const { return request_.request.image_memory; }

  bool is_stopped() {
    if (observer_.stop_requested && observer_.stop_requested()) stopped_ = true;
    return stopped_;
  }

  void combine() {
    for (std::size_t member = 0; member < members_.size(); ++member) {
      MemberScores& all = trained_.members[member];
      if (!all.failure.empty()) continue;
      all.held_out.resize(rows_.pool.size());
      all.of_pool.assign(rows_.pool.size(), 0);
      all.of_test.assign(request_.data.split.of(Part::test).size(), 0);
      for (std::int64_t fold = 1; fold <= folds_; ++fold) {
        const FoldScores& scores = results_[member][static_cast<std::size_t>(fold - 1)];
        std::size_t next = 0;
        for (std::size_t k = 0; k < rows_.pool.size(); ++k) {
          if (rows_.folds[k] == fold) all.held_out[k] = scores.held_out[next++];
        }
        add_mean(scores.of_pool, all.of_pool);
        add_mean(scores.of_test, all.of_test);
      }
    }
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
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;
  std::vector<std::vector<FoldScores>> results_;  // by member and fold
  TrainedMembers trained_;
};

}  // namespace

FoldedRows folded_rows(const PreparedData& data) {
  FoldedRows rows;
  rows.pool = data.split.of(Part::train);
  const auto& valid = data.split.of(Part::valid);
  rows.pool.insert(rows.pool.end(), valid.begin(), valid.end());
  std::sort(rows.pool.begin(), rows.pool.end());
  rows.folds.resize(rows.pool.size());
  DataOptions options = data.options;
  for (std::int64_t fold = 1; fold <= options.folds; ++fold) {
    options.fold = fold;
    const SplitRows split = fold_of(*data.examples, data.split, options);
    for (const std::int64_t row : split.of(Part::test)) {
      rows.folds[std::lower_bound(rows.pool.begin(), rows.pool.end(), row) - rows.pool.begin()] = fold;
    }
  }
  return rows;
}

TrainedMembers train_members(const EnsembleRequest& request, const std::vector<Member>& members, const FoldedRows& rows,
                             int at_once, const RunObserver& observer) {
  return FoldTrainings(request, members, rows, observer).run(at_once);
}

}  // namespace pauc
