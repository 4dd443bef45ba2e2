#include "pauc/kernel/running_sums.h"

#include "pauc/core/target_clones.h"
#include "pauc/kernel/vector_math.h"

namespace pauc::kernel {

namespace {

PAUC_INLINE Lanes strided(const double* from) {
  return Lanes{from[0], from[kRunningBlock], from[2 * kRunningBlock], from[3 * kRunningBlock]};
}

// The k-th values of four neighbouring blocks at once. `ends` receives the sums of the whole blocks.
PAUC_CLONES void add_four_blocks(const double* values, double* means, double* squares, Spread* ends) {
  Lanes mean = same_lanes(0);
  Lanes square = same_lanes(0);
  for (std::size_t k = 0; k < kRunningBlock; ++k) {
    store_lanes(mean, means + k * kLanes);
    store_lanes(square, squares + k * kLanes);
    const Lanes step = strided(values + k) - mean;
    const Lanes share = step * kInverses[k + 1];
    mean += share;
    square += step * share * static_cast<double>(k);
  }
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    ends[lane] = {static_cast<double>(kRunningBlock), mean[lane], square[lane]};
  }
}

// The same with weights, as Spread::add.
PAUC_CLONES void add_four_weighted_blocks(const double* values, const double* weights, double* masses, double* means,
                                          double* squares, Spread* ends) {
  const Lanes none = same_lanes(0);
  Lanes mass = none;
  Lanes mean = none;
  Lanes square = none;
  for (std::size_t k = 0; k < kRunningBlock; ++k) {
    store_lanes(mass, masses + k * kLanes);
    store_lanes(mean, means + k * kLanes);
    store_lanes(square, squares + k * kLanes);
    const Lanes value = strided(values + k);
    const Lanes weight = strided(weights + k);
    const Lanes total = mass + weight;
    const Lanes divisor = total == none ? same_lanes(1) : total;
    // Two quotients: the inverse of a subnormal weight would be infinite.
    const Lanes share = weight / divisor;
    const Lanes step = value - mean;
    const Lanes moved = mass >= weight ? mean + step * share : value - step * (mass / divisor);
    square += step * step * (mass * share);
    mean = total == none ? mean : moved;
    mass = total;
  }
  for (std::size_t lane = 0; lane < kLanes; ++lane) ends[lane] = {mass[lane], mean[lane], square[lane]};
}

}  // namespace

PrefixSums::PrefixSums(const std::vector<double>& values, Span<const double> weights)
    : whole_(values.size() / kRunningBlock + 2) {
  static_assert(kTogether == kLanes);
  const std::size_t groups = values.size() / (kTogether * kRunningBlock) + 1;
  means_.resize(groups * kTogether * kRunningBlock);
  squares_.resize(means_.size());
  if (weights.empty()) {
    add_plain_blocks(values);
  } else {
    add_weighted_blocks(values, weights);
  }
  // Of each block so far; now of all blocks before.
  Spread before;
  for (Spread& whole : whole_) {
    const Spread block = whole;
    whole = before;
    before.add(block);
  }
}

void PrefixSums::add_plain_blocks(const std::vector<double>& values) {
  constexpr std::size_t kGroup = kTogether * kRunningBlock;
  std::size_t begin = 0;
  for (; begin + kGroup <= values.size(); begin += kGroup) {
    add_four_blocks(values.data() + begin, means_.data() + begin, squares_.data() + begin,
                    whole_.data() + begin / kRunningBlock);
  }
  for (; begin <= values.size(); begin += kRunningBlock) {
    Spread rest;
    const std::size_t block = begin / kRunningBlock;
    for (std::size_t k = 0; k < kRunningBlock; ++k) {
      means_[place_of(block, k)] = rest.mean;
      squares_[place_of(block, k)] = rest.squares;
      if (begin + k < values.size()) add_one(rest, k, values[begin + k]);
    }
    whole_[block] = rest;
  }
}

void PrefixSums::add_weighted_blocks(const std::vector<double>& values, Span<const double> weights) {
  constexpr std::size_t kGroup = kTogether * kRunningBlock;
  masses_.resize(means_.size());
  std::size_t begin = 0;
  for (; begin + kGroup <= values.size(); begin += kGroup) {
    add_four_weighted_blocks(values.data() + begin, weights.data() + begin, masses_.data() + begin,
                             means_.data() + begin, squares_.data() + begin, whole_.data() + begin / kRunningBlock);
  }
  for (; begin <= values.size(); begin += kRunningBlock) {
    Spread rest;
    const std::size_t block = begin / kRunningBlock;
    for (std::size_t k = 0; k < kRunningBlock; ++k) {
      masses_[place_of(block, k)] = rest.mass;
      means_[place_of(block, k)] = rest.mean;
      squares_[place_of(block, k)] = rest.squares;
      if (begin + k < values.size()) rest.add({weights[static_cast<std::int64_t>(begin + k)], values[begin + k], 0});
    }
    whole_[block] = rest;
  }
}

}  // namespace pauc::kernel
