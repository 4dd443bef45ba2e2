#pragma once

#include <cstdint>
#include <string>

#include "pauc/objective/registry.h"
#include "pauc/optimiser/registry.h"
#include "pauc/trainer/config/config.h"

namespace pauc {

// Defaults of models that grow (ModelInfo::grows).

// Refuses what a model that grows all its trees at once cannot do: other objectives than cross-entropy, more rounds,
// and a start from another training. With folds, epochs may be meant for other members of a blend: it then keeps to its
// one round. Other models pass.
void settle_growth(const ObjectiveInfo& info, Config& config);

// How such a model is trained.
OptimiserName usual_growth(const std::string& model);

// Most rounds; patience ends boosting earlier.
std::int64_t usual_rounds(const std::string& model);

// Sets patience and the distance of checkpoints where they are open.
void set_growth_stops(Config& config);

}  // namespace pauc
