#include "pauc/compare/compare.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <thread>

#include "pauc/compare/comparison_folder.h"
#include "pauc/compare/run_results.h"
#include "pauc/compare/schedule.h"
#include "pauc/core/error.h"
#include "pauc/core/parallel.h"
#include "pauc/report/comparison_files.h"
#include "pauc/report/run_paths.h"

namespace pauc {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr auto kTick = std::chrono::milliseconds(200);
constexpr auto kBetweenTables = std::chrono::seconds(60);

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

// One of the file's studies, its outcomes so far and what they ask for next.
struct StudyAtWork {
  PlannedStudy planned;
  std::string runs;  // folder
  Outcomes outcomes;
  std::vector<PlannedRun> needed;
  std::int64_t epochs_undecided = 0;
  double worker_seconds = 0;  // of runs that have ended this time
  std::int64_t worker_epochs = 0;

  std::string folder(const PlannedRun& run) const { return joined(runs, "/", run.name); }
  bool is_done(const PlannedRun& run) const { return outcomes.count(run.name) > 0; }
};

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

// Trainings that go astray are one run's matter, a wrong option or a full disk everybody's.
bool concerns_all(int exit_code) {
  const auto is = [&](Fault fault) { return exit_code == static_cast<int>(fault); };
  return is(Fault::usage) || is(Fault::data) || is(Fault::no_input) || is(Fault::cannot_create) || is(Fault::io);
}

class Comparing {
 public:
  Comparing(const CompareRequest& request, const CompareObserver& observer)
      : request_(request),
        observer_(observer),
        file_(read_study_file(request.config)),
        out_(fs::absolute(request.out).lexically_normal().string()),
        places_(places()),
        pool_(places_) {
    for (const Study& study : file_.studies) {
      studies_.push_back({{study, plan_methods(study)}, runs_folder(out_, study), {}, {}, 0, 0, 0});
    }
    lock_.emplace(out_);
    begin_comparison(out_, file_, root());
    for (StudyAtWork& study : studies_) take_finished(study);
  }

  CompareSummary work() {
    say_size();
    CompareSummary summary;
    summary.end = do_runs();
    write_tables();
    summary.runs = runs_done_;
    summary.seconds = pool_.seconds();
    summary.idle = summary.seconds > 0 ? pool_.idle_seconds() / (summary.seconds * places_) : 0;
    for (const StudyAtWork& study : studies_) {
      summary.results.push_back({study.planned.study.name, study_folder(out_, study.planned.study), result(study)});
      for (const PlannedRun& run : study.needed) summary.left += study.is_done(run) ? 0 : 1;
      summary.failed += failed_in(study);
    }
    if (runs_done_ > 0) {
      record_session(
          out_, {fs::path(request_.config).filename().string(), runs_done_, summary.seconds, places_, summary.idle});
    }
    return summary;
  }

 private:
  int places() const {
    const int asked = request_.workers > 0 ? request_.workers : file_.workers;
    return asked > 0 ? asked : hardware_threads();
  }

  std::string root() const { return request_.data_root.empty() ? "." : request_.data_root; }

  void say(const std::string& text) const {
    if (observer_.note) observer_.note(text);
  }

  void say_size() const {
    std::int64_t finished = 0;
    std::int64_t known = 0;
    for (const StudyAtWork& study : studies_) {
      known += static_cast<std::int64_t>(study.needed.size());
      for (const PlannedRun& run : study.needed) finished += study.is_done(run) ? 1 : 0;
    }
    say(joined("comparison: ", out_, "; ", known, " runs are known to be needed, ", finished, " of them are done; ",
               places_, places_ == 1 ? " worker" : " workers"));
  }

  // Runs that are there already, and what follows from them.
  void take_finished(StudyAtWork& study) {
    for (bool more = true; more;) {
      more = false;
      look_ahead(study);
      for (const PlannedRun& run : study.needed) {
        if (study.is_done(run) || !RunPaths(study.folder(run)).finished()) continue;
        take_outcome(study, run);
        more = true;
      }
    }
  }

  static void look_ahead(StudyAtWork& study) {
    study.needed = needed_runs(study.planned, study.outcomes);
    study.epochs_undecided = epochs_to_be_decided(study.planned, study.outcomes);
  }

  // A finished run is not gone on with: its checkpoints, several times its size, are of no use.
  static void take_outcome(StudyAtWork& study, const PlannedRun& run) {
    std::error_code ignored;
    fs::remove_all(RunPaths(study.folder(run)).checkpoint(), ignored);
    study.outcomes[run.name] = outcome_from(study.folder(run), run, study.planned.study.select);
  }

  CompareEnd do_runs() {
    CompareEnd end = CompareEnd::complete;
    while (true) {
      if (end == CompareEnd::complete) end = asked_to_end();
      const bool ending = end != CompareEnd::complete || !fatal_.empty();
      if (ending && !stopped_) stop_workers();
      if (!ending) fill_places();
      if (pool_.workers().empty()) break;
      for (const EndedWorker& worker : pool_.wait(kTick)) take_ended(worker);
      if (observer_.tick) observer_.tick(progress());
    }
    if (!fatal_.empty()) fail(fatal_fault_, fatal_);
    return end;
  }

  CompareEnd asked_to_end() const {
    if (observer_.stop_requested && observer_.stop_requested()) return CompareEnd::interrupted;
    const bool over = file_.budget_minutes && pool_.seconds() > *file_.budget_minutes * 60;
    return over ? CompareEnd::out_of_time : CompareEnd::complete;
  }

  void stop_workers() {
    stopped_ = true;
    pool_.stop();
  }

  void fill_places() {
    for (std::size_t k = 0; k < studies_.size() && pool_.has_place(); ++k) {
      for (const PlannedRun& run : studies_[k].needed) {
        if (!pool_.has_place()) return;
        if (can_start(k, run)) start(k, run);
      }
    }
  }

  bool can_start(std::size_t study, const PlannedRun& run) const {
    const Outcomes& outcomes = studies_[study].outcomes;
    const bool open = outcomes.count(run.name) == 0 && at_work_.count({study, run.name}) == 0;
    return open && (run.starts_from.empty() || outcomes.count(run.starts_from) > 0);
  }

  void start(std::size_t study, const PlannedRun& run) {
    const std::string folder = studies_[study].folder(run);
    wait_for_lock(folder);
    at_work_[{study, run.name}] = Clock::now();
    pool_.start(joined(study, "/", run.name), command_for(studies_[study], run));
  }

  std::vector<std::string> command_for(const StudyAtWork& study, const PlannedRun& run) const {
    std::vector<std::string> command = {request_.program,  "train",       "--resume",  "--out",
                                        study.folder(run), "--no-report", "--threads", "1"};
    command.insert(command.end(), request_.train_options.begin(), request_.train_options.end());
    Config asked = with_data_root(run.asked, root());
    if (!run.starts_from.empty()) {
      asked.set("trainer.init", joined(study.runs, "/", run.starts_from), "compare");
      asked.set("trainer.init_last_layer", "drawn", "compare");
    }
    for (const auto& [key, value] : asked.values()) {
      command.emplace_back("--set");
      command.push_back(joined(key, "=", value));
    }
    return command;
  }

  void take_ended(const EndedWorker& worker) {
    const auto slash = worker.name.find('/');
    const std::size_t k = std::stoul(worker.name.substr(0, slash));
    const std::string name = worker.name.substr(slash + 1);
    StudyAtWork& study = studies_[k];
    study.worker_seconds += seconds_since(at_work_.at({k, name}));
    study.worker_epochs += worker.epochs;
    at_work_.erase({k, name});
    const auto run = std::find_if(study.needed.begin(), study.needed.end(),
                                  [&](const PlannedRun& needed) { return needed.name == name; });
    if (worker.exit_code == 0) {
      take_outcome(study, *run);
    } else if (worker.exit_code == static_cast<int>(Fault::interrupted) || stopped_) {
      return;
    } else if (concerns_all(worker.exit_code)) {
      fatal_ = joined(name, ": ", worker.complaint);
      fatal_fault_ = static_cast<Fault>(worker.exit_code);
      return;
    } else {
      study.outcomes[name].failure = failure_of(worker, study.folder(*run));
      say(joined(name, " has failed: ", study.outcomes[name].failure));
    }
    ++runs_done_;
    look_ahead(study);
    if (observer_.run_done) observer_.run_done(name, progress());
    if (seconds_since(tables_written_) > std::chrono::duration<double>(kBetweenTables).count()) write_tables();
  }

  // Without the folder, which says nothing to readers of the table.
  static std::string failure_of(const EndedWorker& worker, const std::string& folder) {
    if (worker.complaint.empty()) {
      return worker.exit_code > 128 ? joined("ended by signal ", worker.exit_code - 128)
                                    : joined("ended with exit code ", worker.exit_code);
    }
    const std::string start = folder + ": ";
    return worker.complaint.rfind(start, 0) == 0 ? worker.complaint.substr(start.size()) : worker.complaint;
  }

  static std::int64_t failed_in(const StudyAtWork& study) {
    return std::count_if(study.outcomes.begin(), study.outcomes.end(),
                         [](const auto& entry) { return !entry.second.failure.empty(); });
  }

  CompareProgress progress() const {
    CompareProgress progress{0, 0, 0, 0, -1, pool_.workers()};
    double done = 0;
    double all = 0;
    double left = 0;
    bool known = true;
    for (std::size_t k = 0; k < studies_.size(); ++k) {
      const StudyAtWork& study = studies_[k];
      double study_done = 0;
      auto study_all = static_cast<double>(study.epochs_undecided);
      double seconds = study.worker_seconds;
      auto epochs = static_cast<double>(study.worker_epochs);
      for (const PlannedRun& run : study.needed) {
        ++progress.runs_known;
        study_all += static_cast<double>(run.epochs);
        if (study.is_done(run)) {
          ++progress.runs_done;
          study_done += static_cast<double>(run.epochs);
        }
      }
      for (const Worker& worker : pool_.workers()) {
        const auto started = at_work_.find(key_of(worker.name));
        if (started->first.first != k) continue;
        study_done += static_cast<double>(worker.epoch);
        seconds += seconds_since(started->second);
        epochs += static_cast<double>(worker.epochs);
      }
      progress.failed += failed_in(study);
      done += study_done;
      all += study_all;
      if (study_all > study_done && epochs == 0) known = false;
      if (epochs > 0) left += (study_all - study_done) * seconds / epochs / places_;
    }
    progress.share = all > 0 ? done / all : 1;
    if (known) progress.seconds_left = left;
    return progress;
  }

  static std::pair<std::size_t, std::string> key_of(const std::string& worker) {
    const auto slash = worker.find('/');
    return {std::stoul(worker.substr(0, slash)), worker.substr(slash + 1)};
  }

  Comparison result(const StudyAtWork& study) const {
    Comparison comparison = compared(study.planned, study.outcomes, study.runs);
    comparison.config = file_.text;
    return comparison;
  }

  void write_tables() {
    for (const StudyAtWork& study : studies_) {
      const std::string folder = study_folder(out_, study.planned.study);
      std::error_code ignored;
      fs::create_directories(folder, ignored);
      write_comparison(folder, result(study));
    }
    tables_written_ = Clock::now();
  }

  const CompareRequest& request_;
  const CompareObserver& observer_;
  StudyFile file_;
  std::string out_;
  int places_;
  std::optional<RunLock> lock_;
  std::vector<StudyAtWork> studies_;
  std::map<std::pair<std::size_t, std::string>, Clock::time_point> at_work_;  // by study and run: since when
  WorkerPool pool_;
  std::int64_t runs_done_ = 0;
  bool stopped_ = false;
  std::string fatal_;
  Fault fatal_fault_ = Fault::failed_run;
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
    size.tuning_runs = static_cast<std::int64_t>(runs.size());
    size.most_final_runs = undecided / study.epochs;
    sizes.push_back(size);
  }
  return sizes;
}

CompareSummary compare(const CompareRequest& request, const CompareObserver& observer) {
  return Comparing(request, observer).work();
}

}  // namespace pauc
