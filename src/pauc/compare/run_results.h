#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pauc/compare/schedule.h"
#include "pauc/record/comparison.h"

namespace pauc::compare {

// The folder that holds a run's result for one of its targets.
std::string folder_of(const std::string& run_folder, const PlannedRun& run, const std::string& target);

// The epochs of a finished run as they are for a target; pre-training is left out.
std::vector<record::Epoch> epochs_for(const std::string& run_folder, const PlannedRun& run, const std::string& target);

// What a finished run says for the choice of hyper-parameters; the test part is not looked at.
RunOutcome outcome_from(const std::string& run_folder, const PlannedRun& run, Select select);

// The target's value on the test part, from metrics.json.
double test_value(const std::string& run_folder, const PlannedRun& run, const std::string& target);

// How many rows its parts have; no more is read of them.
std::vector<record::PartSize> part_sizes(const std::string& run_folder);

// Everything that is known by now. Of a winner's run the test part is read, of no other.
record::Comparison compared(const PlannedStudy& planned, const Outcomes& outcomes, const std::string& runs_folder);

}  // namespace pauc::compare
