#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/input_shape.h"
#include "pauc/data/image/images.h"
#include "pauc/objective/registry.h"
#include "pauc/trainer/config/config.h"
#include "pauc/trainer/config/target.h"

namespace pauc {

// What defaults are chosen by.
struct DataFacts {
  std::int64_t rows = 0;  // for training
  std::int64_t positives = 0;
  std::int64_t features = 0;  // as the model sees them
  bool weighted = false;
  InputKind input = InputKind::table;
  ImageSize image = {};  // image
};

// Refuses what is wrong whatever the data are: regions, names of models and objectives, numbers that are none.
void check_config(const Config& asked);

// Fills in everything that was left open, for one objective.
Config resolved(const Config& asked, const DataFacts& facts);

// The same for auto: what all its candidates have in common. Asked for again, it gives the same run.
Config resolved_for_auto(const Config& asked, const DataFacts& facts);

// Refuses a range of FPR that starts above 0 where the objective cannot leave it out.
void check_range(const ObjectiveInfo& info, const Region& target, const std::string& where);

// For those who train for several targets. The first puts the target's region where the objective's own is left open;
// after it the second says whether the training depends on the target still, by a lambda or a batch that is left open,
// or by patience.
void set_objective_region(const Region& target, Config& config);
bool depends_on_target(const Config& asked);

// Options of other objectives are left out.
void keep_own_options(Config& config);

// A training that `auto` tries.
struct Candidate {
  std::string name;  // of its folder: ce, sopa, sopa-4x, sopa-s, sota-s
  Config config;     // resolved
};

// ce first, in the folder `ce_run`; the others start from its best weights. Fewer where the data have weights or the
// region starts above 0.
std::vector<Candidate> candidates_for(const Config& asked, const DataFacts& facts, const std::string& ce_run);

// What was chosen and why, in three lines for people: model, training, objective.
std::vector<std::string> explained(const Config& asked, const std::vector<Candidate>& candidates,
                                   const DataFacts& facts);

}  // namespace pauc
