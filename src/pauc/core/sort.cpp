#include "pauc/core/sort.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "pauc/core/parallel.h"

namespace pauc {

namespace {

constexpr int kDigitBits = 11;  // 2048 write streams: more of them no longer fit the address cache
constexpr int kBuckets = 1 << kDigitBits;
constexpr int kPasses = 3;  // 33 leading bits tell nearly all distinct scores apart
constexpr std::size_t kSmall = 1024;
constexpr std::size_t kFewScores = 32;
constexpr std::size_t kWorthAThread = 1 << 17;

std::uint64_t key_of(std::uint64_t key) { return key; }
std::uint64_t key_of(const KeyedRow& row) { return row.key; }
bool precedes(std::uint64_t a, std::uint64_t b) { return a < b; }
bool precedes(const KeyedRow& a, const KeyedRow& b) { return a.key != b.key ? a.key < b.key : a.row < b.row; }

struct KeyRange {
  std::uint64_t smallest = 0;
  int shift = 0;   // bits below the ones that the passes look at
  int passes = 0;  // digits that differ at all
};

template <class T>
KeyRange key_range(const std::vector<T>& values) {
  std::uint64_t smallest = ~std::uint64_t{0};
  std::uint64_t largest = 0;
  for (const T& value : values) {
    smallest = std::min(smallest, key_of(value));
    largest = std::max(largest, key_of(value));
  }
  int bits = 0;
  while (bits < 64 && ((largest - smallest) >> bits) != 0) ++bits;
  const int shift = std::max(0, bits - kPasses * kDigitBits);
  return {smallest, shift, (bits - shift + kDigitBits - 1) / kDigitBits};
}

// One stable counting pass by digits below `buckets`, cut into one piece a thread, pieces being counted and written
// independently.
template <class T, class Digit>
void counting_pass(Span<const T> from, T* to, std::size_t buckets, int threads, const Digit& digit) {
  const auto blocks = static_cast<std::int64_t>(threads);
  const auto block_begin = [&](std::int64_t block) { return from.size() * block / blocks; };
  std::vector<std::uint32_t> all_counts(buckets * blocks);
  // Copies of what the loops read: the writes could change the originals, for all that the compiler knows.
  parallel_for(blocks, threads, [&](std::int64_t block) {
    const Digit digit_of = digit;
    std::uint32_t* counts = all_counts.data() + buckets * block;
    const T* end = from.data() + block_begin(block + 1);
    for (const T* value = from.data() + block_begin(block); value < end; ++value) ++counts[digit_of(*value)];
  });
  std::uint32_t next = 0;
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    for (std::int64_t block = 0; block < blocks; ++block) {
      next += std::exchange(all_counts[buckets * block + bucket], next);
    }
  }
  parallel_for(blocks, threads, [&](std::int64_t block) {
    const Digit digit_of = digit;
    T* const target = to;
    std::uint32_t* places = all_counts.data() + buckets * block;
    const T* end = from.data() + block_begin(block + 1);
    for (const T* value = from.data() + block_begin(block); value < end; ++value) {
      target[places[digit_of(*value)]++] = *value;
    }
  });
}

int useful_threads(std::size_t size, int threads) {
  return std::clamp(threads, 1, static_cast<int>(size / kWorthAThread) + 1);
}

// Sorts each run of values whose leading bits are equal.
template <class T>
void sort_runs(std::vector<T>& values, const KeyRange& range) {
  const auto leading = [&](const T& value) { return (key_of(value) - range.smallest) >> range.shift; };
  const auto less = [](const T& a, const T& b) { return precedes(a, b); };
  for (std::size_t begin = 0; begin < values.size();) {
    std::size_t end = begin + 1;
    while (end < values.size() && leading(values[end]) == leading(values[begin])) ++end;
    if (end - begin > 1) {
      const auto first = values.begin() + static_cast<std::ptrdiff_t>(begin);
      const auto last = values.begin() + static_cast<std::ptrdiff_t>(end);
      if (!std::is_sorted(first, last, less)) std::sort(first, last, less);
    }
    begin = end;
  }
}

template <class T>
void radix_sort(std::vector<T>& values, int threads) {
  if (values.size() <= kSmall) {
    std::sort(values.begin(), values.end(), [](const T& a, const T& b) { return precedes(a, b); });
    return;
  }
  const KeyRange range = key_range(values);
  std::vector<T> other(values.size());
  for (int pass = 0; pass < range.passes; ++pass) {
    const int shift = range.shift + pass * kDigitBits;
    counting_pass<T>(values, other.data(), kBuckets, useful_threads(values.size(), threads),
                     [=](const T& value) { return ((key_of(value) - range.smallest) >> shift) & (kBuckets - 1); });
    values.swap(other);
  }
  if (range.shift > 0) sort_runs(values, range);
}

// How scores are ordered by the leading bits of a 32-bit number first: digits of so many bits, so many of them.
struct Digits {
  int bits;
  int passes;
};

Digits digits_for(std::size_t size) {
  if (size <= 1024) return {8, 2};
  if (size <= (1 << 16)) return {11, 2};
  return {11, 3};
}

// The smallest and the largest of the scores: four independent ones of each, so that none waits for the one before it.
std::pair<double, double> range_of(Span<const double> scores) {
  if (scores.empty()) return {0, 0};
  double smallest[4] = {scores[0], scores[0], scores[0], scores[0]};
  double largest[4] = {scores[0], scores[0], scores[0], scores[0]};
  for (std::int64_t i = 0; i < scores.size(); i += 4) {
    for (int lane = 0; lane < 4; ++lane) {
      const double score = scores[std::min(i + lane, scores.size() - 1)];
      smallest[lane] = score < smallest[lane] ? score : smallest[lane];
      largest[lane] = score > largest[lane] ? score : largest[lane];
    }
  }
  return {std::min(std::min(smallest[0], smallest[1]), std::min(smallest[2], smallest[3])),
          std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]))};
}

// For each score, 32 bits of its distance from the largest, then its place. Where the range is no number to divide by,
// all distances are 0, and comparisons do the work.
void pack(Span<const double> scores, int threads, std::uint64_t* packed) {
  const std::pair<double, double> ends = range_of(scores);
  const double range = ends.second - ends.first;
  const bool usable = range > 1e-290 && range < 1e300;
  const double per_step = usable ? 4294967295.0 / range : 0;
  const double from = usable ? ends.second : 0;
  parallel_pieces(scores.size(), threads, [=](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) {
      const double score = usable ? scores[i] : 0;
      const auto steps = static_cast<std::int64_t>((from - score) * per_step);
      packed[i] = static_cast<std::uint64_t>(steps) << 32 | static_cast<std::uint64_t>(i);
    }
  });
}

// Places by score, those of equal leading bits having been left in the order of the batch.
void order_runs(Span<const double> scores, int ignored_bits, std::uint64_t* packed, std::size_t size) {
  const auto before = [&](std::uint64_t a, std::uint64_t b) {
    const double score_a = scores[static_cast<std::uint32_t>(a)];
    const double score_b = scores[static_cast<std::uint32_t>(b)];
    return score_a > score_b || (score_a == score_b && a < b);
  };
  const std::uint64_t leading = ignored_bits == 64 ? 0 : ~std::uint64_t{0} << ignored_bits;
  for (std::size_t k = 1; k < size; ++k) {
    if (((packed[k] ^ packed[k - 1]) & leading) != 0) continue;
    const std::size_t begin = k - 1;
    while (k < size && ((packed[k] ^ packed[begin]) & leading) == 0) ++k;
    if (k - begin > 2) {
      std::sort(packed + begin, packed + k, before);
    } else if (before(packed[begin + 1], packed[begin])) {
      std::swap(packed[begin], packed[begin + 1]);
    }
  }
}

}  // namespace

void sort_keys(std::vector<std::uint64_t>& keys, int threads) { radix_sort(keys, threads); }
void sort_rows(std::vector<KeyedRow>& rows, int threads) { radix_sort(rows, threads); }

std::vector<std::uint32_t> descending_order(Span<const double> scores, int threads) {
  const auto size = static_cast<std::size_t>(scores.size());
  const std::unique_ptr<std::uint64_t[]> buffers(new std::uint64_t[2 * size]);
  std::uint64_t* packed = buffers.get();
  std::uint64_t* other = packed + size;
  pack(scores, threads, packed);
  int ignored_bits = 64;
  if (size > kFewScores) {
    const Digits digits = digits_for(size);
    const std::uint64_t mask = (std::uint64_t{1} << digits.bits) - 1;
    ignored_bits = std::max(32, 64 - digits.bits * digits.passes);
    for (int pass = 0; pass < digits.passes; ++pass) {
      const int shift = ignored_bits + pass * digits.bits;
      counting_pass<std::uint64_t>({packed, scores.size()}, other, mask + 1, useful_threads(size, threads),
                                   [=](std::uint64_t value) { return (value >> shift) & mask; });
      std::swap(packed, other);
    }
  }
  order_runs(scores, ignored_bits, packed, size);
  std::vector<std::uint32_t> order(size);
  for (std::size_t k = 0; k < size; ++k) order[k] = static_cast<std::uint32_t>(packed[k]);
  return order;
}

}  // namespace pauc
