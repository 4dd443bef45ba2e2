#include "pauc/core/random.h"

#include <cmath>

namespace pauc {

namespace {

std::uint64_t splitmix(std::uint64_t& counter) {
  counter += 0x9e3779b97f4a7c15U;
  std::uint64_t mixed = counter;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
  return mixed ^ (mixed >> 31);
}

}  // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) : state_{} {
  // The seed is mixed before the stream comes in: (seed 1, stream 0) and (seed 0, stream 1) must not meet.
  std::uint64_t counter = splitmix(seed) ^ stream;
  counter = splitmix(counter);
  for (auto& word : state_) word = splitmix(counter);
}

double Random::normal() {
  for (;;) {
    const double x = 2 * uniform() - 1;
    const double y = 2 * uniform() - 1;
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
  }
}

}  // namespace pauc
