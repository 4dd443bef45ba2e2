#include "pauc/compare/study_at_work.h"

#include <algorithm>
#include <filesystem>

#include "pauc/compare/comparison_folder.h"
#include "pauc/compare/run_results.h"
#include "pauc/core/error.h"
#include "pauc/record/run_paths.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc::compare {

StudyAtWork::StudyAtWork(const Study& study, std::vector<DataFile> files, const std::string& out)
    : planned_(study), files_(std::move(files)), runs_(runs_folder(out, study)) {
  take_finished_before();
}

// A name is a checksum only, and data may have been replaced while a comparison was at work.
void StudyAtWork::check_same_run(const PlannedRun& run) const {
  const std::string place = folder(run.name);
  const RunBeginning beginning = read_beginning(record::RunPaths(place));
  const std::string difference = first_difference(run.asked, beginning.asked, kKeysOfPlaces);
  require(difference.empty(), place, ": expected the run of that name, got another: ", difference);
  // Its data come first, then what it started from.
  for (std::size_t k = 0; k < files_.size(); ++k) {
    const bool same = k < beginning.files.size() && beginning.files[k].fingerprint == files_[k].fingerprint;
    require(same, place, ": was trained on other data than ", files_[k].path, " has now");
  }
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
      if (is_done(run) || !record::RunPaths(folder(run.name)).finished()) continue;
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

// Removes the checkpoints of a finished run, which are several times its size and no longer needed.
void StudyAtWork::read_outcome(const PlannedRun& run) {
  try {
    check_same_run(run);
    outcomes_[run.name] = outcome_from(folder(run.name), run, planned_.study.select);
  } catch (const UserError& error) {
    fail(error.fault(), error.what(), "; remove this run, and it is done again");
  }
  std::error_code ignored;
  std::filesystem::remove_all(record::RunPaths(folder(run.name)).checkpoint(), ignored);
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

record::Comparison StudyAtWork::result() const { return compared(planned_, outcomes_, runs_); }

namespace {

// The work of the running workers of one study.
struct AtWork {
  double epochs_of_runs = 0;  // also those of a time before
  double seconds = 0;
  double epochs = 0;
};

struct Pace {
  double seconds = 0;
  double epochs = 0;
  double for_epochs(double count) const { return count * seconds / epochs; }
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
  double of_unknown_pace = 0;  // epochs of studies that have not started; assumed to be as fast as the others
  Pace overall;
  for (std::size_t k = 0; k < studies.size(); ++k) {
    const StudyAtWork& study = studies[k];
    const AtWork now = at_work(k, jobs, pool.workers());
    progress.runs_known += static_cast<std::int64_t>(study.needed().size());
    for (const PlannedRun& run : study.needed()) progress.runs_done += study.is_done(run) ? 1 : 0;
    progress.failed += study.failed();
    const double study_left = study.epochs_left() - now.epochs_of_runs;
    const Pace pace{study.seconds_worked() + now.seconds, study.epochs_worked() + now.epochs};
    left += study_left;
    all += study.epochs_in_all();
    overall = {overall.seconds + pace.seconds, overall.epochs + pace.epochs};
    if (pace.epochs > 0) {
      progress.seconds_left += pace.for_epochs(study_left) / places;
    } else {
      of_unknown_pace += study_left;
    }
  }
  progress.share = all > 0 ? 1 - left / all : 1;
  if (overall.epochs > 0) progress.seconds_left += overall.for_epochs(of_unknown_pace) / places;
  if (overall.epochs == 0 && left > 0) progress.seconds_left = -1;
  return progress;
}

}  // namespace pauc::compare
