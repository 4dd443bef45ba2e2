#pragma once

#include <array>
#include <cstdint>

namespace pauc {

/// The only random number generator of pauc: xoshiro256++ (Blackman and Vigna, 2019), seeded through splitmix64.
/// Streams of one seed are independent, so parallel work can take one stream per piece and give the same numbers on any
/// number of threads. No global generator is touched.
class Random {
 public:
  /// A stream of a seed.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  /// 64 random bits.
  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  /// Uniform in [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// Uniform in 0 .. bound-1 without bias (Lemire, 2019); bound > 0.
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t biased = (0 - bound) % bound;
      while (static_cast<std::uint32_t>(product) < biased) product = (next() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// Standard normal (Marsaglia's polar method, which drops the second value of each pair to keep no hidden state).
  double normal();

  /// Everything that the next numbers depend on.
  using State = std::array<std::uint64_t, 4>;
  /// The state, to be saved.
  const State& state() const { return state_; }
  /// Continues from a saved state.
  void restore(const State& state) { state_ = state; }

 private:
  static std::uint64_t rotate(std::uint64_t value, int bits) { return (value << bits) | (value >> (64 - bits)); }

  State state_;
};

}  // namespace pauc
