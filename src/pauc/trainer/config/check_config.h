#pragma once

#include <cstdint>
#include <string>

#include "pauc/metric/region.h"
#include "pauc/objective/registry.h"
#include "pauc/trainer/config/config.h"

namespace pauc {

constexpr std::int64_t kMostThreads = 4096;

// Refuses settings that are wrong for any data: bad regions, unknown models and objectives, texts that are not numbers.
void check_config(const Config& asked);

// Refuses a region that starts above FPR 0 for objectives that cannot leave out the rates below it.
void check_range(const ObjectiveInfo& info, const Region& target, const std::string& where);

}  // namespace pauc
