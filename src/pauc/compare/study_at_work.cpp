#include "pauc/compare/study_at_work.h"

#include <algorithm>
#include <filesystem>

#include "pauc/compare/comparison_folder.h"
#include "pauc/compare/run_results.h"
#include "pauc/report/run_paths.h"

namespace pauc {

StudyAtWork::StudyAtWork(const Study& study, const std::string& out)
    : planned_{study, plan_methods(study)}, runs_(runs_folder(out, study)) {
  take_finished_before();
}

bool StudyAtWork::can_start(const PlannedRun& run) const {
  return !is_done(run) && (run.starts_from.empty() || outcomes_.count(run.starts_from) > 0);
}

std::int64_t StudyAtWork::failed() const {
  return std::count_if(outcomes_.begin(), outcomes_.end(),
                       [](const auto& entry) { return !entry.second.failure.empty(); });
}

// Finished runs may decide what is needed next, of which some may be finished as well.
void StudyAtWork::take_finished_before() {
  for (bool more = true; more;) {
    more = false;
    look_ahead();
    for (const PlannedRun& run : needed_) {
      if (is_done(run) || !RunPaths(folder(run.name)).finished()) continue;
      read_outcome(run);
      more = true;
    }
  }
}

void StudyAtWork::take_finished(const PlannedRun& run) {
  read_outcome(run);
  look_ahead();
}

void StudyAtWork::take_failed(const PlannedRun& run, const std::string& failure) {
  outcomes_[run.name].failure = failure;
  look_ahead();
}

// A finished run is not gone on with: its checkpoints, several times its size, are of no use.
void StudyAtWork::read_outcome(const PlannedRun& run) {
  std::error_code ignored;
  std::filesystem::remove_all(RunPaths(folder(run.name)).checkpoint(), ignored);
  outcomes_[run.name] = outcome_from(folder(run.name), run, planned_.study.select);
}

void StudyAtWork::look_ahead() {
  needed_ = needed_runs(planned_, outcomes_);
  epochs_left_ = epochs_in_all_ = static_cast<double>(epochs_to_be_decided(planned_, outcomes_));
  for (const PlannedRun& run : needed_) {
    epochs_in_all_ += static_cast<double>(run.epochs);
    if (!is_done(run)) epochs_left_ += static_cast<double>(run.epochs);
  }
}

void StudyAtWork::count_work(double seconds, std::int64_t epochs) {
  seconds_worked_ += seconds;
  epochs_worked_ += static_cast<double>(epochs);
}

Comparison StudyAtWork::result() const { return compared(planned_, outcomes_, runs_); }

namespace {

// What the workers of one study add to what its ended ones have done.
struct AtWork {
  double epochs_of_runs = 0;  // also those of a time before
  double seconds = 0;
  double epochs = 0;
};

AtWork at_work(std::size_t study, const Jobs& jobs, const std::vector<Worker>& workers) {
  AtWork sum;
  for (const Worker& worker : workers) {
    const Job& job = jobs.at(worker.job);
    if (job.study != study) continue;
    sum.epochs_of_runs += static_cast<double>(worker.epoch);
    sum.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - job.begun).count();
    sum.epochs += static_cast<double>(worker.epochs);
  }
  return sum;
}

}  // namespace

CompareProgress progress_of(const std::vector<StudyAtWork>& studies, const Jobs& jobs, const WorkerPool& pool,
                            int places) {
  CompareProgress progress{0, 0, 0, 0, 0, pool.workers()};
  double left = 0;
  double all = 0;
  bool known = true;
  for (std::size_t k = 0; k < studies.size(); ++k) {
    const StudyAtWork& study = studies[k];
    const AtWork now = at_work(k, jobs, pool.workers());
    progress.runs_known += static_cast<std::int64_t>(study.needed().size());
    for (const PlannedRun& run : study.needed()) progress.runs_done += study.is_done(run) ? 1 : 0;
    progress.failed += study.failed();
    const double study_left = study.epochs_left() - now.epochs_of_runs;
    const double epochs = study.epochs_worked() + now.epochs;
    left += study_left;
    all += study.epochs_in_all();
    if (epochs > 0) {
      progress.seconds_left += study_left * (study.seconds_worked() + now.seconds) / epochs / places;
    } else if (study_left > 0) {
      known = false;
    }
  }
  progress.share = all > 0 ? 1 - left / all : 1;
  if (!known) progress.seconds_left = -1;
  return progress;
}

}  // namespace pauc
