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

// A training that goes astray is one run's matter, wrong data or a full disk everybody's. So are options that are
// refused, unless others of the study are finished: then it is the setting of that run.
bool concerns_all(int exit_code, const StudyAtWork& study) {
  const auto is = [&](Fault fault) { return exit_code == static_cast<int>(fault); };
  if (is(Fault::usage)) return !study.has_finished();
  return is(Fault::data) || is(Fault::no_input) || is(Fault::cannot_create) || is(Fault::io) ||
         exit_code == WorkerPool::kCannotStart;
}

// Without folder and checkpoint, which say nothing to readers of the table.
std::string failure_of(const EndedWorker& worker, const std::string& folder) {
  if (worker.complaint.empty()) {
    return worker.exit_code > 128 ? joined("ended by signal ", worker.exit_code - 128)
                                  : joined("ended with exit code ", worker.exit_code);
  }
  const std::string start = folder + ": ";
  std::string text = worker.complaint.rfind(start, 0) == 0 ? worker.complaint.substr(start.size()) : worker.complaint;
  for (const char* where : {"; the last good checkpoint", "; there is no checkpoint"}) {
    text = text.substr(0, text.find(where));
  }
  return text;
}

// Why what a folder holds cannot be gone on with; empty: it can, or there is nothing. A run that was begun where
// folders had other places is not gone on with under new names.
std::string reason_to_begin_anew(const std::string& folder, const Config& asked) {
  const record::RunPaths paths(folder);
  if (!paths.has_run()) return "";
  try {
    return first_difference(asked, read_beginning(paths).asked, {"trainer.threads"});
  } catch (const UserError& error) {
    return error.what();
  }
}

// Read and planned once before anything is touched, so that what is wrong with a method is said with the file's name.
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
    begin_comparison(out_, comparison_beginning(all_of(files_), root_));
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
    if (last_job_ > 0 || !has_record(out_)) {
      record_session(
          out_, {recorded_command(request_.config), runs_found_, runs_done_, summary.seconds, places_, summary.idle});
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
      forget_beginning(out_);
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

  // A worker of a comparison that was killed a moment ago may still be ending: its run is left for later.
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
    bool anew = begin_anew_.count({study, run.name}) > 0;
    if (const std::string reason = anew ? "" : reason_to_begin_anew(folder, asked); !reason.empty()) {
      say(joined(run.name, " begins again: ", reason));
      anew = true;
    }
    jobs_[++last_job_] = {study, run, holds_run && !anew, Clock::now()};
    pool_->start(last_job_, command_for(folder, asked, anew ? "--overwrite" : "--resume"));
  }

  Config asked_of(const StudyAtWork& study, const PlannedRun& run) const {
    Config asked = with_data_root(run.asked, root_);
    if (!run.starts_from.empty()) {
      asked.set("trainer.init", study.folder(run.starts_from), "compare");
      asked.set("trainer.init_last_layer", "drawn", "compare");
    }
    return asked;
  }

  std::vector<std::string> command_for(const std::string& folder, const Config& asked, const std::string& how) const {
    const std::int64_t memory = std::max<std::int64_t>(1, request_.image_megabytes / places_);
    std::vector<std::string> command = {request_.program, "train", how, "--out", folder};
    for (const char* word : {"--no-report", "--threads", "1", "--cache"}) command.emplace_back(word);
    command.push_back(request_.cache.empty() ? "none" : request_.cache);
    command.emplace_back("--image-memory");
    command.push_back(joined(memory));
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
    } else if (worker.exit_code == static_cast<int>(Fault::interrupted) || stopped_ || may_try_again(worker, job)) {
      return;  // it has left a checkpoint
    } else if (concerns_all(worker.exit_code, study)) {
      const bool begun = worker.exit_code != WorkerPool::kCannotStart;
      fatal_.emplace(begun ? static_cast<Fault>(worker.exit_code) : Fault::failed_run,
                     joined(name_of(job), ": ", begun ? worker.complaint : "cannot start " + request_.program));
      return;
    } else {
      const std::string failure = failure_of(worker, study.folder(job.run.name));
      study.take_failed(job.run, failure);
      say(joined(name_of(job), " has failed: ", failure));
    }
    ++runs_done_;
    if (observer_.run_done) observer_.run_done(name_of(job), progress());
    if (seconds_since(tables_written_) > kSecondsBetweenTables) write_tables();
  }

  // One on other data ends the comparison.
  bool take_finished(StudyAtWork& study, const PlannedRun& run) {
    try {
      study.take_finished(run);
      return true;
    } catch (const UserError& error) {
      fatal_.emplace(error);
      return false;
    }
  }

  // A worker that somebody has killed, as systems do that are short of memory, says nothing about the training; one
  // that cannot go on, since its checkpoints are damaged, can begin.
  bool may_try_again(const EndedWorker& worker, const Job& job) {
    const bool killed = worker.exit_code > 128;
    const bool cannot_go_on = job.goes_on && worker.exit_code == static_cast<int>(Fault::data) &&
                              worker.complaint.find("start again with --overwrite") != std::string::npos;
    if (!(killed || cannot_go_on) || !tried_again_.insert({job.study, job.run.name}).second) return false;
    say(killed ? joined(name_of(job), " was ended by signal ", worker.exit_code - 128, "; it is tried once more")
               : joined(name_of(job), " cannot go on: ", worker.complaint, "; it begins again"));
    if (cannot_go_on) begin_anew_.insert({job.study, job.run.name});
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
  std::set<std::pair<std::size_t, std::string>> tried_again_, begin_anew_;
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
