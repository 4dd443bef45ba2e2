#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pauc/metric/interval/interval.h"
#include "pauc/record/run_paths.h"

namespace pauc::record {

// One candidate of an auto run.
struct CandidateResult {
  std::string name;  // also the name of its folder
  std::string objective;
  std::int64_t best_epoch = 0;
  double valid = 0;  // the target's value on the validation rows
  std::optional<Interval> ci;
  bool kept = false;         // its model is the model of the run
  std::string dropped = {};  // why it could not be kept: its training collapsed; empty: it could
};

// candidates.json, in the order of training.
std::string candidates_json(const std::vector<CandidateResult>& candidates);
// Refuses names that lead out of the folder and equal names. Exactly one candidate must be kept.
std::vector<CandidateResult> read_candidates(const RunPaths& paths);

}  // namespace pauc::record
