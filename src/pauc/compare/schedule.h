#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pauc/compare/run_plan.h"

namespace pauc::compare {

// The end of a run.
struct RunOutcome {
  std::string failure;                 // empty: it is finished
  std::map<std::string, double> best;  // by target: the best epoch's value on the part that selects
};

using Outcomes = std::map<std::string, RunOutcome>;  // by name of the run

// Whether the pre-training of this run has failed.
bool starts_from_failure(const PlannedRun& run, const Outcomes& outcomes);

// The functions below depend only on the plan and the outcomes so far, so that a killed comparison can be resumed from
// its run folders.

// The variant of a method that is compared on a target: the one with the best mean over the tuning seeds; of equal ones
// the first in the grid. It is decided when all tuning runs have ended, or at once if the grid has one point. A variant
// with a failed tuning run cannot win.
struct Winner {
  bool decided = false;
  // None although decided: all variants failed, or the method is not compared on this target.
  std::optional<std::size_t> variant;
};
Winner winner_of(const PlannedStudy& planned, std::size_t method, std::size_t target, const Outcomes& outcomes);

// All runs that are known to be needed, in the order to do them: tuning runs first, then the winners seed by seed, so
// that all methods have about the same number of seeds at any time. A pre-training comes before the runs that start
// from it; if it has failed, they are left out.
std::vector<PlannedRun> needed_runs(const PlannedStudy& planned, const Outcomes& outcomes);

// The largest possible number of epochs for winners that are not known yet.
std::int64_t epochs_to_be_decided(const PlannedStudy& planned, const Outcomes& outcomes);

}  // namespace pauc::compare
