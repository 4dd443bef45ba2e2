#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "pauc/core/input_shape.h"
#include "pauc/core/option_needs.h"
#include "pauc/data/image/images.h"
#include "pauc/data/table/encoding.h"
#include "pauc/metric/region.h"
#include "pauc/trainer/config/config.h"

namespace pauc {

// The facts about the training data that defaults depend on.
struct DataFacts {
  std::int64_t rows = 0;
  std::int64_t positives = 0;
  std::int64_t features = 0;  // inputs of the model
  bool weighted = false;
  InputKind input = InputKind::table;
  ImageSize image = {};  // of images
};

// Whether a key is not set, or set to auto.
inline bool is_open(const Config& config, const std::string& key) {
  return !config.has(key) || config.get(key) == "auto";
}

// Sets a key that is open.
void set_default(Config& config, const std::string& key, const std::string& value);

// Options that were given and have no effect with the others.
enum class Idle { refused, left_out };

// Fills in everything that was left open, for one objective. Options without effect are not written down.
Config resolved(const Config& asked, const DataFacts& facts, Idle idle = Idle::refused);

// The options of the objective and the optimiser that have no effect with the others, by key.
std::vector<IdleOption> idle_options(const Config& config);

// The same for objective auto: the part that all its candidates share. Training by this config gives the same run.
Config resolved_for_auto(const Config& asked, const DataFacts& facts);

// For training with several targets: sets the objective's own region to the target's where it is left open.
void set_objective_region(const Region& target, Config& config);

// Whether a training still depends on the target after that: by a lambda or a batch size that is left open, or by
// patience.
bool depends_on_target(const Config& asked);

// Whether a training uses all rows at once: with lbfgs, which is the default for a linear model unless batches, a
// learning rate or its decay are asked for or the objective has an optimiser of its own.
bool is_full_batch(const Config& config);

// How table columns are encoded; a linear model takes plain numbers if nothing else is asked for, so that its
// coefficients mean something.
EncodingOptions encoding_of(const Config& config);

// Removes options of other objectives.
void keep_own_options(Config& config);

}  // namespace pauc
