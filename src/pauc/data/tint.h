#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

namespace pauc {

// Colours of the parts of an example by what they add to its score, on the scale of the largest: red if they raise it,
// blue if they lower it.
struct Tint {
  double red = 1, green = 1, blue = 1;  // on white
  double strength = 0;                  // 0: no colour at all
};
inline Tint tint_of(double contribution, double largest) {
  const double strength = largest > 0 ? std::min(1.0, std::abs(contribution) / largest) : 0;
  const auto mixed = [&](double full) { return 1 - strength * (1 - full); };
  return contribution > 0 ? Tint{mixed(0.9), mixed(0.25), mixed(0.25), strength}
                          : Tint{mixed(0.2), mixed(0.45), mixed(0.95), strength};
}

// The largest size of a contribution.
inline double largest_of(const std::vector<double>& contributions) {
  double largest = 0;
  for (const double value : contributions) largest = std::max(largest, std::abs(value));
  return largest;
}

}  // namespace pauc
