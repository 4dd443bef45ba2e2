#pragma once

#include <chrono>
#include <string>

#include "pauc/trainer/run/run.h"

namespace pauc::cli {

// How a training is followed on standard error: a bar on a terminal, one plain line an epoch elsewhere.
class ProgressShown {
 public:
  explicit ProgressShown(bool quiet);

  RunObserver observer();
  void clear();  // takes the bar away, so that a line can be written

 private:
  void batch_done(const std::string& name, const Progress& progress, const FitOptions& options, std::int64_t batches);
  void epoch_done(const std::string& name, const Progress& progress, const FitOptions& options);
  std::string time_left(const std::string& name, const Progress& progress, const FitOptions& options,
                        std::int64_t batches);

  using Clock = std::chrono::steady_clock;
  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  Clock::time_point drawn_;
  std::string timed_;  // the training that the clock below belongs to
  Clock::time_point begun_;
  double begun_at_ = 0;  // epochs done then
};

}  // namespace pauc::cli
