#pragma once

#include <string>

#include "pauc/record/predictions.h"
#include "support/temporary_folder.h"

namespace pauc::test {

// A finished run in the form that `pauc train` leaves, written by hand, so that readers can be tested without training.
struct WrittenRun {
  std::string objective = "ce";
  std::string data_file = "patients.csv";
  double fpr_max = 0.1;
  record::ScoredPart part;  // both valid and test
};

// Rows 1.. with ids, scores N(1, 1) and N(0, 1).
record::ScoredPart random_part(std::uint64_t seed, std::int64_t positives, std::int64_t negatives);

void write_run(const TemporaryFolder& folder, const std::string& name, const WrittenRun& run);
// A run with candidates ce and sopa; sopa is kept.
void write_auto_run(const TemporaryFolder& folder, const std::string& name, const WrittenRun& run);

}  // namespace pauc::test
