#include "pauc/data/molecule/fingerprints.h"

#include <algorithm>
#include <numeric>

#include "pauc/core/parallel.h"

namespace pauc {

namespace {

constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

int shared_bits(const MorganBits& a, const MorganBits& b) {
  int count = 0;
  for (std::size_t k = 0; k < a.words.size(); ++k) count += __builtin_popcountll(a.words[k] & b.words[k]);
  return count;
}

// Cannot be reached by fingerprints whose numbers of bits differ too much: that is seen without looking at them.
bool is_neighbour(const MorganBits& a, const MorganBits& b, double similarity) {
  const int less = std::min(a.count, b.count);
  const int more = std::max(a.count, b.count);
  if (less < similarity * more || more == 0) return false;
  const int shared = shared_bits(a, b);
  return shared >= similarity * (a.count + b.count - shared);
}

// The rows among which neighbours are counted.
std::vector<std::size_t> counted_rows(std::size_t rows) {
  const std::size_t step = (rows + kMostCounted - 1) / static_cast<std::size_t>(kMostCounted);
  std::vector<std::size_t> counted;
  for (std::size_t row = 0; row < rows; row += std::max<std::size_t>(step, 1)) counted.push_back(row);
  return counted;
}

std::vector<std::int64_t> neighbour_counts(const std::vector<MorganBits>& fingerprints, double similarity,
                                           int threads) {
  const std::vector<std::size_t> counted = counted_rows(fingerprints.size());
  std::vector<std::int64_t> counts(fingerprints.size(), 0);
  parallel_for(static_cast<std::int64_t>(counts.size()), threads, [&](std::int64_t row) {
    counts[row] = std::count_if(counted.begin(), counted.end(), [&](std::size_t other) {
      return is_neighbour(fingerprints[row], fingerprints[other], similarity);
    });
  });
  return counts;
}

}  // namespace

double tanimoto(const MorganBits& a, const MorganBits& b) {
  const int shared = shared_bits(a, b);
  const int all = a.count + b.count - shared;
  return all == 0 ? 0 : static_cast<double>(shared) / all;
}

std::vector<std::uint32_t> butina_clusters(const std::vector<MorganBits>& fingerprints, double similarity,
                                           int threads) {
  const std::vector<std::int64_t> counts = neighbour_counts(fingerprints, similarity, threads);
  std::vector<std::size_t> order(fingerprints.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  std::vector<std::uint32_t> clusters(fingerprints.size(), kNone);
  std::vector<std::size_t> left = order;  // without a cluster, in this order
  std::uint32_t next = 0;
  while (!left.empty()) {
    const MorganBits& centre = fingerprints[left.front()];
    std::vector<std::size_t> others;
    clusters[left.front()] = next;
    for (std::size_t k = 1; k < left.size(); ++k) {
      if (is_neighbour(centre, fingerprints[left[k]], similarity)) {
        clusters[left[k]] = next;
      } else {
        others.push_back(left[k]);
      }
    }
    left = std::move(others);
    ++next;
  }
  return clusters;
}

std::vector<double> nearest_similarities(const std::vector<MorganBits>& rows, const std::vector<MorganBits>& others,
                                         int threads) {
  std::vector<double> nearest(rows.size(), 0);
  parallel_for(static_cast<std::int64_t>(rows.size()), threads, [&](std::int64_t row) {
    for (const MorganBits& other : others) nearest[row] = std::max(nearest[row], tanimoto(rows[row], other));
  });
  return nearest;
}

}  // namespace pauc
