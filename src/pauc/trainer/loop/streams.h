#pragma once

#include <cstdint>

namespace pauc {

// Streams of a run's seed. Those from kFirstOfSteps on belong to single batches, those from kFirstOfReplicates on to
// bootstrap replicates.
constexpr std::uint64_t kInitialWeights = 1;
constexpr std::uint64_t kNewLastLayer = 2;
constexpr std::uint64_t kFirstOfSteps = 16;
constexpr std::uint64_t kFirstOfReplicates = std::uint64_t{1} << 62;

}  // namespace pauc
