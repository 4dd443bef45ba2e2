#pragma once

#include <cstdint>
#include <vector>

namespace pauc::kernel {

// Mass, mean and sum of squares about the mean of weighted values. Sums such as sum c (a - g)^2 = mass (a - mean)^2 +
// squares then have only terms of at least 0, so no digits cancel, however far apart the scores are (Welford 1962). For
// the same reason, values are never removed.
struct Spread {
  double mass = 0;
  double mean = 0;
  double squares = 0;

  void add(const Spread& other) {
    const double total = mass + other.mass;
    if (total == 0) return;
    const double step = other.mean - mean;
    squares += other.squares + step * step * (mass * other.mass / total);
    // Starts from the heavier mean, which is closer to the result, so that a light and distant value adds no rounding.
    mean = mass >= other.mass ? mean + step * (other.mass / total) : other.mean - step * (mass / total);
    mass = total;
  }

  double sum_of_gaps(double from) const { return mass * (from - mean); }
  double sum_of_squares(double from) const { return mass * (from - mean) * (from - mean) + squares; }
};

// Spreads over ranges of places: a binary tree with one leaf per place. A range consists of a few nodes; sum() reads
// them, and add() adds to them.
class SpreadTree {
 public:
  explicit SpreadTree(std::size_t places) : places_(places), nodes_(2 * places) {}

  Spread& leaf(std::size_t place) { return nodes_[places_ + place]; }

  // Leaves to root: afterwards every node is the sum of the leaves below it.
  void gather() {
    for (std::size_t node = places_; node-- > 1;) {
      nodes_[node] = nodes_[2 * node];
      nodes_[node].add(nodes_[2 * node + 1]);
    }
  }

  // Root to leaves: afterwards every leaf is the sum of what was added to the ranges that contain it.
  void spread_out() {
    for (std::size_t node = 1; node < places_; ++node) {
      nodes_[2 * node].add(nodes_[node]);
      nodes_[2 * node + 1].add(nodes_[node]);
    }
  }

  Spread sum(std::size_t begin, std::size_t end) {
    Spread result;
    visit(begin, end, [&](Spread& node) { result.add(node); });
    return result;
  }

  void add(std::size_t begin, std::size_t end, const Spread& value) {
    visit(begin, end, [&](Spread& node) { node.add(value); });
  }

 private:
  template <class Visit>
  void visit(std::size_t begin, std::size_t end, const Visit& visit) {
    for (begin += places_, end += places_; begin < end; begin /= 2, end /= 2) {
      if (begin % 2 == 1) visit(nodes_[begin++]);
      if (end % 2 == 1) visit(nodes_[--end]);
    }
  }

  std::size_t places_;
  std::vector<Spread> nodes_;
};

}  // namespace pauc::kernel
