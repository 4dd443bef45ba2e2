#pragma once

#include <string>
#include <vector>

#include "pauc/trainer/config/candidates.h"
#include "pauc/trainer/config/defaults.h"
#include "support/refusals.h"

namespace pauc::test {

const DataFacts kFacts{8000, 400, 30};

inline Config asked(const std::vector<std::string>& assignments) {
  Config config;
  for (const std::string& assignment : assignments) config.set_assignment(assignment);
  return config;
}

// What is asked for, with defaults for everything else.
inline Config chosen(const std::vector<std::string>& assignments, const DataFacts& facts = kFacts) {
  return resolved(asked(assignments), facts);
}

inline std::string refusal(const std::vector<std::string>& assignments, const DataFacts& facts = kFacts) {
  return refusal_of([&] { chosen(assignments, facts); }, Fault::usage);
}

// The candidates of objective auto.
inline std::vector<Candidate> tried(const std::vector<std::string>& assignments, const DataFacts& facts = kFacts) {
  return candidates_for(asked(assignments), facts, "run/ce");
}

}  // namespace pauc::test
