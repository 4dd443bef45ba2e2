#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "pauc/compare/compare.h"
#include "pauc/compare/schedule.h"
#include "pauc/trainer/run/run_folder.h"

namespace pauc::compare {

// A study in progress: the outcomes so far, and the runs that they make necessary.
class StudyAtWork {
 public:
  // Takes in the runs that are already finished, which must have been trained on `files`.
  StudyAtWork(const Study& study, std::vector<DataFile> files, const std::string& out);

  const Study& study() const { return planned_.study; }
  const std::vector<PlannedRun>& needed() const { return needed_; }
  std::string folder(const std::string& run) const { return runs_ + "/" + run; }
  bool is_done(const PlannedRun& run) const { return outcomes_.count(run.name) > 0; }
  bool can_start(const PlannedRun& run) const;  // not done yet, but its pre-training is
  std::int64_t failed() const;
  bool has_finished() const { return failed() < static_cast<std::int64_t>(outcomes_.size()); }  // at least one run

  void take_finished(const PlannedRun& run);
  void take_failed(const PlannedRun& run, const std::string& failure);

  // Counts the work of a worker that has ended, successful or not.
  void count_work(double seconds, std::int64_t epochs);
  double epochs_left() const { return epochs_left_; }
  double epochs_in_all() const { return epochs_in_all_; }
  double seconds_worked() const { return seconds_worked_; }
  double epochs_worked() const { return epochs_worked_; }

  record::Comparison result() const;

 private:
  void take_finished_before();
  void read_outcome(const PlannedRun& run);
  void look_ahead();

  void check_same_run(const PlannedRun& run) const;

  PlannedStudy planned_;
  std::vector<DataFile> files_;
  std::string runs_;  // folder
  Outcomes outcomes_;
  std::vector<PlannedRun> needed_;
  double epochs_left_ = 0;  // of runs not done, including winners not known yet
  double epochs_in_all_ = 0;
  double seconds_worked_ = 0;  // by this call
  double epochs_worked_ = 0;
};

// A run and the worker that does it.
struct Job {
  std::size_t study = 0;
  PlannedRun run;
  bool resumes = false;  // its folder already held a run
  std::chrono::steady_clock::time_point begun;
};
using Jobs = std::map<std::int64_t, Job>;

CompareProgress progress_of(const std::vector<StudyAtWork>& studies, const Jobs& jobs, const WorkerPool& pool,
                            int places);

}  // namespace pauc::compare
