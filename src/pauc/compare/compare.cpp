#include "pauc/compare/compare.h"

#include <algorithm>
#include <optional>
#include <set>

#include "pauc/compare/comparison_folder.h"
#include "pauc/compare/study_at_work.h"
#include "pauc/core/error.h"
#include "pauc/core/io/folder.h"
#include "pauc/core/io/whole_file.h"
#include "pauc/core/parallel.h"
#include "pauc/record/run_paths.h"
#include "pauc/report/table/comparison_files.h"

namespace pauc::compare {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kTick = std::chrono::milliseconds(200);
constexpr auto kPatience = std::chrono::seconds(5);
constexpr double kSecondsBetweenTables = 60;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

bool is_killed(const EndedWorker& worker) { return worker.exit_code > 128; }

bool ended_by(const EndedWorker& worker, Fault fault) { return worker.exit_code == static_cast<int>(fault); }

// A training that diverges concerns one run; wrong data or a full disk concern all. Refused options concern all too,
// unless another run of the study has finished: then they are the settings of this run.
bool concerns_all(const EndedWorker& worker, const StudyAtWork& study) {
  if (ended_by(worker, Fault::usage)) return !study.has_finished();
  if (worker.exit_code == WorkerPool::kCannotStart) return true;
  const Fault of_all[] = {Fault::data, Fault::no_input, Fault::cannot_create, Fault::io, Fault::cannot_resume};
  return std::any_of(std::begin(of_all), std::end(of_all), [&](Fault fault) { return ended_by(worker, fault); });
}

std::string failure_of(const EndedWorker& worker) {
  if (!worker.error.empty()) return worker.error;
  return is_killed(worker) ? joined("ended by signal ", worker.exit_code - 128)
                           : joined("ended with exit code ", worker.exit_code);
}

// Reason this folder cannot be resumed; empty if it can, or if it holds no run. A run whose data lay in another folder
// is not resumed under the new paths.
std::string reason_not_to_resume(const std::string& folder, const Config& asked) {
  const record::RunPaths paths(folder);
  if (!paths.has_run()) return "";
  try {
    return first_difference(asked, read_beginning(paths).asked, {"trainer.threads", "trainer.importance"});
  } catch (const UserError& error) {
    return error.what();
  }
}

// Plans the studies before anything is written, so that errors in methods name the file.
StudyFile checked_file(const std::string& path) {
  StudyFile file = read_study_file(path);
  try {
    for (const Study& study : file.studies) plan_methods(study);
  } catch (const UserError& error) {
    fail(error.fault(), path, ": ", error.what());
  }
  return file;
}

std::vector<std::vector<DataFile>> files_of(const StudyFile& file, const std::string& root) {
  std::vector<std::vector<DataFile>> files;
  for (const Study& study : file.studies) files.push_back(study_files(study, root));
  return files;
}

std::vector<DataFile> all_of(const std::vector<std::vector<DataFile>>& files) {
  std::vector<DataFile> all;
  for (const auto& some : files) all.insert(all.end(), some.begin(), some.end());
  return all;
}

class Comparing {
 public:
  Comparing(const CompareRequest& request, const CompareObserver& observer)
      : request_(request),
        observer_(observer),
        file_(checked_file(request.config)),
        out_(absolute_folder(request.out)),
        root_(request.data_root.empty() ? "." : request.data_root),
        places_(places()),
        files_(files_of(file_, root_)),
        lock_(out_, kPatience) {
    begin_comparison(out_, comparison_start(all_of(files_), root_));
    for (std::size_t k = 0; k < file_.studies.size(); ++k) studies_.emplace_back(file_.studies[k], files_[k], out_);
    for (const Study& study : file_.studies) remove_temporary_files(study_folder(out_, study));
    pool_.emplace(places_);
    runs_found_ = progress().runs_done;
  }

  CompareSummary work() {
    say_size();
    CompareSummary summary;
    summary.end = do_runs();
    write_tables();
    summary.folder = out_;
    summary.runs = runs_done_;
    summary.left = left();
    summary.seconds = pool_->seconds();
    summary.idle = summary.seconds > 0 ? pool_->idle_seconds() / (summary.seconds * places_) : 0;
    for (const StudyAtWork& study : studies_) {
      summary.results.push_back({study.study().name, study_folder(out_, study.study()), result(study)});
      summary.failed += study.failed();
    }
    if (last_job_ > 0 || !has_session_log(out_)) {
      append_session(
          out_, {logged_command(request_.config), runs_found_, runs_done_, summary.seconds, places_, summary.idle});
    }
    return summary;
  }

 private:
  int places() const {
    const int asked = request_.workers > 0 ? request_.workers : file_.workers;
    return asked > 0 ? asked : hardware_threads();
  }

  void say(const std::string& text) const {
    if (observer_.note) observer_.note(text);
  }

  void say_size() const {
    const CompareProgress now = progress();
    say(joined("comparison: ", out_, "; runs known to be needed: ", now.runs_known, ", done: ", now.runs_done,
               "; workers: ", places_));
  }

  CompareProgress progress() const { return progress_of(studies_, jobs_, *pool_, places_); }

  CompareEnd do_runs() {
    CompareEnd end = CompareEnd::complete;
    while (true) {
      if (end == CompareEnd::complete) end = asked_to_end();
      const bool ending = end != CompareEnd::complete || fatal_;
      if (ending && !stopped_) stop_workers();
      if (!ending) fill_places();
      if (pool_->workers().empty() && (ending || !waits_for_lock_)) break;
      for (const EndedWorker& worker : pool_->wait(kTick)) take_ended(worker);
      if (observer_.tick) observer_.tick(progress());
    }
    if (left() == 0) end = CompareEnd::complete;
    if (fatal_) {
      forget_start(out_);
      throw *fatal_;
    }
    return end;
  }

  std::int64_t left() const {
    const CompareProgress now = progress();
    return now.runs_known - now.runs_done;
  }

  CompareEnd asked_to_end() const {
    if (observer_.stop_requested && observer_.stop_requested()) return CompareEnd::interrupted;
    const bool over = file_.budget_minutes && pool_->seconds() > *file_.budget_minutes * 60;
    return over ? CompareEnd::out_of_time : CompareEnd::complete;
  }

  void stop_workers() {
    stopped_ = true;
    pool_->stop();
  }

  // The worker of a comparison that was killed a moment ago may still hold a folder's lock: its run has to wait.
  void fill_places() {
    waits_for_lock_ = false;
    for (std::size_t k = 0; k < studies_.size(); ++k) {
      for (const PlannedRun& run : studies_[k].needed()) {
        if (!pool_->has_place()) return;
        if (!studies_[k].can_start(run) || is_at_work(k, run)) continue;
        if (is_locked(studies_[k].folder(run.name))) {
          waits_for_lock_ = true;
        } else {
          start(k, run);
        }
      }
    }
  }

  bool is_at_work(std::size_t study, const PlannedRun& run) const {
    return std::any_of(jobs_.begin(), jobs_.end(),
                       [&](const auto& job) { return job.second.study == study && job.second.run.name == run.name; });
  }

  void start(std::size_t study, const PlannedRun& run) {
    const std::string folder = studies_[study].folder(run.name);
    const Config asked = asked_of(studies_[study], run);
    const bool holds_run = record::RunPaths(folder).has_run();
    bool restarts = to_restart_.count({study, run.name}) > 0;
    if (const std::string reason = restarts ? "" : reason_not_to_resume(folder, asked); !reason.empty()) {
      say(joined(run.name, " starts again: ", reason));
      restarts = true;
    }
    jobs_[++last_job_] = {study, run, holds_run && !restarts, Clock::now()};
    pool_->start(last_job_, command_for(folder, asked, restarts ? "--overwrite" : "--resume"));
  }

  Config asked_of(const StudyAtWork& study, const PlannedRun& run) const {
    Config asked = with_data_root(run.asked, root_);
    if (!run.starts_from.empty()) {
      asked.set("trainer.init", study.folder(run.starts_from), "compare");
      if (!asked.has("trainer.init_last_layer")) asked.set("trainer.init_last_layer", "drawn", "compare");
    }
    return asked;
  }

  std::vector<std::string> command_for(const std::string& folder, const Config& asked, const std::string& how) const {
    const std::int64_t memory = std::max<std::int64_t>(1, request_.image_megabytes / places_);
    std::vector<std::string> command = {request_.program,
                                        "train",
                                        how,
                                        "--out",
                                        folder,
                                        "--no-report",
                                        "--threads",
                                        "1",
                                        "--cache",
                                        request_.cache.empty() ? "none" : request_.cache,
                                        "--image-memory",
                                        joined(memory),
                                        "--json-progress"};
    // Nobody looks at what hundreds of runs look at.
    if (!asked.has("trainer.importance")) command.insert(command.end(), {"--importance", "0"});
    for (const auto& [key, value] : asked.values()) {
      command.emplace_back("--set");
      command.push_back(joined(key, "=", value));
    }
    return command;
  }

  void take_ended(const EndedWorker& worker) {
    const Job job = std::move(jobs_.at(worker.job));
    jobs_.erase(worker.job);
    StudyAtWork& study = studies_[job.study];
    study.count_work(seconds_since(job.begun), worker.epochs);
    if (worker.exit_code == 0) {
      if (!take_finished(study, job.run)) return;
    } else if (ended_by(worker, Fault::interrupted) || stopped_ || may_try_again(worker, job)) {
      return;  // it has left a checkpoint
    } else if (concerns_all(worker, study)) {
      const bool started = worker.exit_code != WorkerPool::kCannotStart;
      fatal_.emplace(started ? static_cast<Fault>(worker.exit_code) : Fault::failed_run,
                     joined(name_of(job), ": ", started ? worker.error : "cannot start " + request_.program));
      return;
    } else {
      const std::string failure = failure_of(worker);
      study.take_failed(job.run, failure);
      say(joined(name_of(job), " has failed: ", failure));
    }
    ++runs_done_;
    if (observer_.run_done) observer_.run_done(name_of(job), progress());
    if (seconds_since(tables_written_) > kSecondsBetweenTables) write_tables();
  }

  // A run trained on other data ends the comparison.
  bool take_finished(StudyAtWork& study, const PlannedRun& run) {
    try {
      study.take_finished(run);
      return true;
    } catch (const UserError& error) {
      fatal_.emplace(error);
      return false;
    }
  }

  // A killed worker says nothing about the training: systems that are short of memory kill processes. A run that
  // cannot be resumed, since its checkpoints are damaged, can start again.
  bool may_try_again(const EndedWorker& worker, const Job& job) {
    const bool cannot_resume = job.resumes && ended_by(worker, Fault::cannot_resume);
    if (!(is_killed(worker) || cannot_resume) || !tried_again_.insert({job.study, job.run.name}).second) return false;
    if (cannot_resume) {
      say(joined(name_of(job), " cannot be resumed: ", worker.error, "; it starts again"));
      to_restart_.insert({job.study, job.run.name});
    } else {
      say(joined(name_of(job), " was ended by signal ", worker.exit_code - 128, "; it is tried once more"));
    }
    return true;
  }

  std::string name_of(const Job& job) const {
    const std::string& study = studies_[job.study].study().name;
    return study.empty() ? job.run.name : study + "/" + job.run.name;
  }

  record::Comparison result(const StudyAtWork& study) const {
    record::Comparison comparison = study.result();
    comparison.config = file_.text;
    return comparison;
  }

  void write_tables() {
    for (const StudyAtWork& study : studies_)
      report::write_comparison(study_folder(out_, study.study()), result(study));
    tables_written_ = Clock::now();
  }

  const CompareRequest& request_;
  const CompareObserver& observer_;
  StudyFile file_;
  std::string out_;
  std::string root_;
  int places_;
  std::vector<std::vector<DataFile>> files_;  // by study
  RunLock lock_;
  std::vector<StudyAtWork> studies_;
  Jobs jobs_;
  std::int64_t last_job_ = 0;
  std::optional<WorkerPool> pool_;
  std::set<std::pair<std::size_t, std::string>> tried_again_, to_restart_;
  std::int64_t runs_found_ = 0;
  std::int64_t runs_done_ = 0;
  bool stopped_ = false;
  bool waits_for_lock_ = false;
  std::optional<UserError> fatal_;
  Clock::time_point tables_written_ = Clock::now();
};

}  // namespace

std::vector<CompareSize> compare_size(const std::string& config) {
  const StudyFile file = checked_file(config);
  std::vector<CompareSize> sizes;
  for (const Study& study : file.studies) {
    const PlannedStudy planned(study);
    CompareSize size;
    size.name = study.name;
    const auto runs = needed_runs(planned, {});
    const std::int64_t undecided = epochs_to_be_decided(planned, {});
    for (const PlannedRun& run : runs) size.most_epochs += run.epochs;
    size.most_epochs += undecided;
    size.known_runs = static_cast<std::int64_t>(runs.size());
    size.most_winners = undecided / study.epochs;
    sizes.push_back(size);
  }
  return sizes;
}

CompareSummary compare(const CompareRequest& request, const CompareObserver& observer) {
  return Comparing(request, observer).work();
}

}  // namespace pauc::compare
