#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pauc/compare/schedule.h"
#include "pauc/record/comparison.h"

namespace pauc::compare {

// The folder that holds a run's result for one of its targets.
std::string folder_of(const std::string& run_folder, const PlannedRun& run, const std::string& target);

// The epochs of a finished run with the values for a target, without pre-training.
std::vector<record::Epoch> epochs_for(const std::string& run_folder, const PlannedRun& run, const std::string& target);

// The values of a finished run that select hyper-parameters. Does not read the test part.
RunOutcome outcome_from(const std::string& run_folder, const PlannedRun& run, Select select);

// The target's values on the three parts of the data, at the epoch that was chosen.
struct PartValues {
  double train = 0;
  double valid = 0;
  double test = 0;
};

// From metrics.json.
PartValues part_values(const std::string& run_folder, const PlannedRun& run, const std::string& target);

// The number of rows in each part of a run.
std::vector<record::PartSize> part_sizes(const std::string& run_folder);

// The results known so far. Reads the test part of winners only.
record::Comparison compared(const PlannedStudy& planned, const Outcomes& outcomes, const std::string& runs_folder);

}  // namespace pauc::compare
