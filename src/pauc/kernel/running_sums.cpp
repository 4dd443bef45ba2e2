#include "pauc/kernel/running_sums.h"

#include "pauc/core/target_clones.h"
#include "pauc/kernel/vector_math.h"

namespace pauc::kernel {

namespace {

// The k-th values of four neighbouring blocks at once. `ends` receives mean and squares of the whole blocks.
PAUC_CLONES void add_four_blocks(const double* values, double* means, double* squares, Spread* ends) {
  Lanes mean = same_lanes(0);
  Lanes square = same_lanes(0);
  for (std::size_t k = 0; k < kRunningBlock; ++k) {
    store_lanes(mean, means + k * kLanes);
    store_lanes(square, squares + k * kLanes);
    const Lanes value = {values[k], values[kRunningBlock + k], values[2 * kRunningBlock + k],
                         values[3 * kRunningBlock + k]};
    const Lanes step = value - mean;
    const Lanes share = step * kInverses[k + 1];
    mean += share;
    square += step * share * static_cast<double>(k);
  }
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    ends[lane] = {static_cast<double>(kRunningBlock), mean[lane], square[lane]};
  }
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
  masses_.resize(means_.size());
  for (std::size_t begin = 0; begin <= values.size(); begin += kRunningBlock) {
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
