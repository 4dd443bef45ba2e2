#pragma once

#include <cstdint>

namespace pauc {

// Streams of a run's seed. Those from kFirstOfSteps on belong to single batches.
constexpr std::uint64_t kInitialWeights = 1;
constexpr std::uint64_t kNewLastLayer = 2;
constexpr std::uint64_t kFirstOfSteps = 16;

}  // namespace pauc
