#pragma once

#include <cstdint>

namespace pauc {

// Streams of a run's seed. Those from kFirstOfSteps on belong to single batches, those from kFirstOfReplicates on to
// bootstrap replicates, those from kFirstOfPermutations on to the permutations that measure importance.
constexpr std::uint64_t kInitialWeights = 1;
constexpr std::uint64_t kNewLastLayer = 2;
constexpr std::uint64_t kFirstOfSteps = 16;
constexpr std::uint64_t kHeldOutRows = 3;
constexpr std::uint64_t kFirstOfPermutations = std::uint64_t{1} << 61;
constexpr std::uint64_t kFirstOfReplicates = std::uint64_t{1} << 62;

}  // namespace pauc
