#pragma once

#include <vector>

#include "pauc/metric/region.h"
#include "pauc/trainer/config/config.h"

namespace pauc {

// The region of a config's target; FPR <= 0.3 if the config has none.
Region target_of(const Config& config);

// The further targets, in the order of target.also. Refuses texts that are not keys of regions, the target itself and
// repeated regions.
std::vector<Region> further_targets_of(const Config& config);

// A copy of the config with this target only.
Config with_target(const Config& config, const Region& target);

}  // namespace pauc
