#pragma once

#include <string>
#include <vector>

#include "pauc/trainer/config/config.h"
#include "pauc/trainer/config/defaults.h"

namespace pauc {

// A training that objective `auto` tries.
struct Candidate {
  std::string name;  // of its folder: ce, sopa, sopa-4x, sopa-s, sota-s
  Config config;     // resolved
};

// ce comes first and trains in the folder `ce_run`; the others start from its best weights. There are fewer candidates
// for data with case weights and for regions that start above FPR 0.
std::vector<Candidate> candidates_for(const Config& asked, const DataFacts& facts, const std::string& ce_run);

// The choices made and their reasons, in three lines for people: model, training, objective.
std::vector<std::string> explained(const Config& asked, const std::vector<Candidate>& candidates,
                                   const DataFacts& facts);

}  // namespace pauc
