#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/record/monitoring.h"
#include "pauc/trainer/run/decision.h"

namespace pauc {

// A row of the new files that has a label and a score.
struct LabelledRow {
  double score = 0;
  bool positive = false;
  double weight = 1;
  std::optional<std::uint32_t> group = {};  // by its name, across files
};

// What a promise is tested by.
struct WatchOptions {
  double level = 0.05;
  double confidence = 0.95;           // of the interval
  std::optional<double> most_weight;  // the promise is about the weighted rate, and no row may weigh more
};

// Follows one promise row by row. Bets are made once per group, at its first case: the share of false alarms among all
// its cases is known only when the last one has come, and a bet on a share that still changes would not be fair. Later
// cases of a group count in the rate and its interval, not in the test.
class PromiseWatch {
 public:
  PromiseWatch(const WantedThreshold& at, const WatchOptions& options);

  void add(const LabelledRow& row);
  record::PromiseCheck found() const;

 private:
  void bet(const LabelledRow& row, bool breaks);
  // Of cases that would give an interval as wide, if the cases of a group are all alike (Kish 1965).
  double effective_cases() const;

  WatchOptions options_;
  record::PromiseCheck check_;
  RateBets bets_;
  double weight_ = 0, broken_weight_ = 0;
  double squares_ = 0;                 // of weights of rows without a group
  std::vector<double> group_weights_;  // of each group
};

}  // namespace pauc
