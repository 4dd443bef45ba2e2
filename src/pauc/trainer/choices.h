#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/metric/region.h"
#include "pauc/trainer/config.h"

namespace pauc {

// What defaults are chosen by.
struct DataFacts {
  std::int64_t rows = 0;  // for training
  std::int64_t positives = 0;
  std::int64_t features = 0;  // as the model sees them
  bool weighted = false;
  std::string input = "table";
};

// The region to be good in; FPR <= 0.3 when nothing is asked for.
Region target_of(const Config& config);

// Refuses what is wrong whatever the data are: regions, names of models and objectives, numbers that are none.
void check_config(const Config& asked);

// Fills in everything that was left open, for one objective.
Config resolved(const Config& asked, const DataFacts& facts);

// A training that `auto` tries.
struct Candidate {
  std::string name;  // of its folder: ce, sopa, sopa-4x, sopa-s, sota-s
  Config config;     // resolved
};

// ce first; the others start from its best weights. Fewer where the data have weights or the region starts above 0.
std::vector<Candidate> candidates_for(const Config& asked, const DataFacts& facts);

// What was chosen and why, for people: one line each on model, batches and rates, objective.
std::vector<std::string> explained(const Config& asked, const Config& chosen, const DataFacts& facts);

}  // namespace pauc
