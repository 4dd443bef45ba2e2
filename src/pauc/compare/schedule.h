#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pauc/compare/run_plan.h"

namespace pauc::compare {

// How a run has ended.
struct RunOutcome {
  std::string failure;                 // empty: it is finished
  std::map<std::string, double> best;  // by target: the best epoch's value on the part that selects
};

using Outcomes = std::map<std::string, RunOutcome>;  // by the run's name

// Whether a run cannot be done, since the pre-training that it starts from has failed.
bool starts_from_failure(const PlannedRun& run, const Outcomes& outcomes);

// Everything below is a function of the plan and of the outcomes so far, so that a comparison that was killed goes on
// from its run folders alone.

// The variant that a method is judged with on a target: the one with the best mean over the tuning seeds, of equals the
// first in the grid. Without a choice it is known at once, else when all its tunings have ended. A variant with a
// failed one is out.
struct Winner {
  bool decided = false;
  std::optional<std::size_t> variant;  // decided without one: every tuning has failed, or it is not compared there
};
Winner winner_of(const PlannedStudy& planned, std::size_t method, std::size_t target, const Outcomes& outcomes);

// All runs that are known to be needed, in the order in which they should be done: pre-trainings before what starts
// from them, tunings first, then the winners seed by seed, so that every method has as many seeds at any time. Runs
// whose pre-training has failed are left out.
std::vector<PlannedRun> needed_runs(const PlannedStudy& planned, const Outcomes& outcomes);

// Epochs of winners that are not known yet, at most.
std::int64_t epochs_to_be_decided(const PlannedStudy& planned, const Outcomes& outcomes);

}  // namespace pauc::compare
