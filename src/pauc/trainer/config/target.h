#pragma once

#include <vector>

#include "pauc/metric/region.h"
#include "pauc/trainer/config/config.h"

namespace pauc {

// The region to be good in; FPR <= 0.3 when nothing is asked for.
Region target_of(const Config& config);

// The further targets, in the order of target.also. Refused: what is no key of a region, and a region that is the
// target or is there already.
std::vector<Region> further_targets_of(const Config& config);

// The config with this target and no other.
Config with_target(const Config& config, const Region& target);

}  // namespace pauc
