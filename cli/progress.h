#pragma once

#include <chrono>
#include <string>

#include "command.h"
#include "pauc/trainer/run/run.h"

namespace pauc::cli {

// Shows the progress of a training on standard error: JSON with --json-progress, otherwise a bar on a terminal and one
// line per epoch elsewhere. Candidates and members of a blend show their epochs elsewhere only with --verbose, and
// then also on a terminal.
class ProgressShown {
 public:
  explicit ProgressShown(const Global& global);

  RunObserver observer();
  void clear();  // removes the bar before other output

 private:
  void batch_done(const std::string& name, const Progress& progress, const FitOptions& options, std::int64_t batches);
  void epoch_done(const std::string& name, const Progress& progress, const FitOptions& options);
  std::string time_left(const std::string& name, const Progress& progress, const FitOptions& options,
                        std::int64_t batches);

  using Clock = std::chrono::steady_clock;
  enum class Style { none, json, bar, lines };
  Style style_;
  bool verbose_;
  bool shown_ = false;
  Clock::time_point drawn_;
  std::string timed_;  // training that the members below belong to
  Clock::time_point begun_;
  double begun_at_ = 0;  // epochs done then
};

}  // namespace pauc::cli
