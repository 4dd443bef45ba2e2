#include "pauc/compare/compare.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <thread>

#include "pauc/compare/comparison_folder.h"
#include "pauc/compare/study_at_work.h"
#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/report/comparison_files.h"

namespace pauc {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto kTick = std::chrono::milliseconds(200);
constexpr double kSecondsBetweenTables = 60;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// A worker of a comparison that was killed a moment ago may still be ending: its lock is waited for.
void wait_for_lock(const std::string& folder) {
  const int descriptor = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  constexpr int kTries = 100;
  for (int k = 0; k < kTries && flock(descriptor, LOCK_EX | LOCK_NB) != 0; ++k) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  close(descriptor);
}

// A training that goes astray is one run's matter, a wrong option or a full disk everybody's.
bool concerns_all(int exit_code) {
  const auto is = [&](Fault fault) { return exit_code == static_cast<int>(fault); };
  return is(Fault::usage) || is(Fault::data) || is(Fault::no_input) || is(Fault::cannot_create) || is(Fault::io);
}

// Without the folder, which says nothing to readers of the table.
std::string failure_of(const EndedWorker& worker, const std::string& folder) {
  if (worker.complaint.empty()) {
    return worker.exit_code > 128 ? joined("ended by signal ", worker.exit_code - 128)
                                  : joined("ended with exit code ", worker.exit_code);
  }
  const std::string start = folder + ": ";
  return worker.complaint.rfind(start, 0) == 0 ? worker.complaint.substr(start.size()) : worker.complaint;
}

class Comparing {
 public:
  Comparing(const CompareRequest& request, const CompareObserver& observer)
      : request_(request),
        observer_(observer),
        file_(read_study_file(request.config)),
        out_(fs::absolute(request.out).lexically_normal().string()),
        root_(request.data_root.empty() ? "." : request.data_root),
        places_(places()),
        beginning_(comparison_beginning(file_, root_)),
        lock_(out_) {
    begin_comparison(out_, beginning_);
    for (const Study& study : file_.studies) studies_.emplace_back(study, out_);
    pool_.emplace(places_);
  }

  CompareSummary work() {
    say_size();
    CompareSummary summary;
    summary.end = do_runs();
    write_tables();
    summary.runs = runs_done_;
    summary.seconds = pool_->seconds();
    summary.idle = summary.seconds > 0 ? pool_->idle_seconds() / (summary.seconds * places_) : 0;
    for (const StudyAtWork& study : studies_) {
      summary.results.push_back({study.study().name, study_folder(out_, study.study()), result(study)});
      for (const PlannedRun& run : study.needed()) summary.left += study.is_done(run) ? 0 : 1;
      summary.failed += study.failed();
    }
    if (runs_done_ > 0) {
      record_session(out_, {recorded_command(request_.config), runs_done_, summary.seconds, places_, summary.idle});
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
    say(joined("comparison: ", out_, "; ", now.runs_known, " runs are known to be needed, ", now.runs_done,
               " of them are done; ", places_, places_ == 1 ? " worker" : " workers"));
  }

  CompareProgress progress() const { return progress_of(studies_, jobs_, *pool_, places_); }

  CompareEnd do_runs() {
    CompareEnd end = CompareEnd::complete;
    while (true) {
      if (end == CompareEnd::complete) end = asked_to_end();
      const bool ending = end != CompareEnd::complete || fatal_;
      if (ending && !stopped_) stop_workers();
      if (!ending) fill_places();
      if (pool_->workers().empty()) break;
      for (const EndedWorker& worker : pool_->wait(kTick)) take_ended(worker);
      if (observer_.tick) observer_.tick(progress());
    }
    if (fatal_) {
      forget_beginning(out_);
      throw *fatal_;
    }
    return end;
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

  void fill_places() {
    for (std::size_t k = 0; k < studies_.size(); ++k) {
      for (const PlannedRun& run : studies_[k].needed()) {
        if (!pool_->has_place()) return;
        if (studies_[k].can_start(run) && !is_at_work(k, run)) start(k, run);
      }
    }
  }

  bool is_at_work(std::size_t study, const PlannedRun& run) const {
    return std::any_of(jobs_.begin(), jobs_.end(),
                       [&](const auto& job) { return job.second.study == study && job.second.run.name == run.name; });
  }

  void start(std::size_t study, const PlannedRun& run) {
    wait_for_lock(studies_[study].folder(run.name));
    jobs_[++last_job_] = {study, run, Clock::now()};
    pool_->start(last_job_, command_for(studies_[study], run));
  }

  std::vector<std::string> command_for(const StudyAtWork& study, const PlannedRun& run) const {
    std::vector<std::string> command = {request_.program,       "train",       "--resume",  "--out",
                                        study.folder(run.name), "--no-report", "--threads", "1"};
    command.insert(command.end(), request_.train_options.begin(), request_.train_options.end());
    Config asked = with_data_root(run.asked, root_);
    if (!run.starts_from.empty()) {
      asked.set("trainer.init", study.folder(run.starts_from), "compare");
      asked.set("trainer.init_last_layer", "drawn", "compare");
    }
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
      study.take_finished(job.run);
    } else if (worker.exit_code == static_cast<int>(Fault::interrupted) || stopped_) {
      return;  // it has left a checkpoint
    } else if (concerns_all(worker.exit_code)) {
      fatal_.emplace(static_cast<Fault>(worker.exit_code), joined(job.run.name, ": ", worker.complaint));
      return;
    } else {
      const std::string failure = failure_of(worker, study.folder(job.run.name));
      study.take_failed(job.run, failure);
      say(joined(job.run.name, " has failed: ", failure));
    }
    ++runs_done_;
    if (observer_.run_done) observer_.run_done(job.run.name, progress());
    if (seconds_since(tables_written_) > kSecondsBetweenTables) write_tables();
  }

  Comparison result(const StudyAtWork& study) const {
    Comparison comparison = study.result();
    comparison.config = file_.text;
    return comparison;
  }

  void write_tables() {
    for (const StudyAtWork& study : studies_) write_comparison(study_folder(out_, study.study()), result(study));
    tables_written_ = Clock::now();
  }

  const CompareRequest& request_;
  const CompareObserver& observer_;
  StudyFile file_;
  std::string out_;
  std::string root_;
  int places_;
  std::string beginning_;
  RunLock lock_;
  std::vector<StudyAtWork> studies_;
  Jobs jobs_;
  std::int64_t last_job_ = 0;
  std::optional<WorkerPool> pool_;
  std::int64_t runs_done_ = 0;
  bool stopped_ = false;
  std::optional<UserError> fatal_;
  Clock::time_point tables_written_ = Clock::now();
};

}  // namespace

std::vector<CompareSize> compare_size(const StudyFile& file) {
  std::vector<CompareSize> sizes;
  for (const Study& study : file.studies) {
    const PlannedStudy planned{study, plan_methods(study)};
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

}  // namespace pauc
