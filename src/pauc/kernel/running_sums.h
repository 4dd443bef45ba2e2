#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "pauc/core/span.h"
#include "pauc/kernel/spread.h"

namespace pauc::kernel {

// Running sums are made of blocks of this many values, so that rounding does not grow with the number of values.
constexpr std::size_t kRunningBlock = 32;

inline constexpr auto kInverses = [] {
  std::array<double, kRunningBlock + 1> inverses{};
  for (std::size_t k = 1; k < inverses.size(); ++k) inverses[k] = 1 / static_cast<double>(k);
  return inverses;
}();

// Spread::add of a value of mass 1 to `count` such values, without a division.
inline void add_one(Spread& spread, std::size_t count, double value) {
  const double step = value - spread.mean;
  const double share = step * kInverses[count + 1];
  spread.mean += share;
  spread.squares += step * share * spread.mass;
  spread.mass += 1;
}

// sum c, sum c (a - g) and sum c (a - g)^2 for some a.
struct ReachSums {
  double mass = 0;
  double gaps = 0;
  double squares = 0;
};

// Sums over the first k of some values g with weights c, for every k: whole blocks, and the rest of k.
class PrefixSums {
 public:
  PrefixSums(const std::vector<double>& values, Span<const double> weights);

  ReachSums at(std::uint32_t count, double reach) const {
    const std::size_t block = count / kRunningBlock;
    const std::size_t place = place_of(block, count % kRunningBlock);
    const Spread& whole = whole_[block];
    const Spread rest{masses_.empty() ? static_cast<double>(count % kRunningBlock) : masses_[place], means_[place],
                      squares_[place]};
    return {whole.mass + rest.mass, whole.sum_of_gaps(reach) + rest.sum_of_gaps(reach),
            whole.sum_of_squares(reach) + rest.sum_of_squares(reach)};
  }

 private:
  // Four blocks are summed at once, so their sums are stored next to each other.
  static constexpr std::size_t kTogether = 4;
  static std::size_t place_of(std::size_t block, std::size_t rest) {
    return (block / kTogether * kRunningBlock + rest) * kTogether + block % kTogether;
  }
  void add_plain_blocks(const std::vector<double>& values);
  void add_weighted_blocks(const std::vector<double>& values, Span<const double> weights);

  std::vector<Spread> whole_;    // of all blocks before this one
  std::vector<double> masses_;   // of a block's values before the k-th of them; empty: k
  std::vector<double> means_;    // the same
  std::vector<double> squares_;  // the same
};

// Sums to which values are added one by one.
class GrowingSums {
 public:
  void add(double weight, double value) {
    if (weight == 1 && is_plain_) {
      add_one(recent_, count_, value);
    } else {
      is_plain_ = false;
      recent_.add({weight, value, 0});
    }
    if (++count_ < kRunningBlock) return;
    settled_.add(recent_);
    recent_ = {};
    count_ = 0;
    is_plain_ = true;
  }

  double sum_of_gaps(double from) const { return settled_.sum_of_gaps(from) + recent_.sum_of_gaps(from); }
  double sum_of_squares(double from) const { return settled_.sum_of_squares(from) + recent_.sum_of_squares(from); }
  double mass() const { return settled_.mass + recent_.mass; }

 private:
  Spread settled_;
  Spread recent_;
  std::size_t count_ = 0;
  bool is_plain_ = true;  // all recent values have mass 1
};

}  // namespace pauc::kernel
