#include "pauc/core/sort.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "pauc/core/parallel.h"

namespace pauc {

namespace {

constexpr std::size_t kWorthAThread = 1 << 17;

// The digits of a key that radix passes look at, the lowest one just above the `ignored` bits.
struct Digits {
  int bits;    // of one digit; 11 make 2048 write streams, and more of them no longer fit the address cache
  int passes;  // one per digit
  int ignored;
};

// One stable counting pass by digits below `buckets`, cut into one piece per thread; pieces are counted and written
// independently. Puts the place where each bucket starts into `starts`, if it is given.
template <class T, class Digit>
void counting_pass(Span<const T> from, T* to, std::size_t buckets, int threads, const Digit& digit,
                   std::uint32_t* starts = nullptr) {
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
    if (starts != nullptr) starts[bucket] = next;
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
template <class T, class Alike, class Before>
void sort_runs(T* values, std::size_t size, const Alike& alike, const Before& before) {
  for (std::size_t k = 1; k < size; ++k) {
    if (!alike(values[k], values[k - 1])) continue;
    const std::size_t begin = k - 1;
    while (k < size && alike(values[k], values[begin])) ++k;
    if (k - begin == 2) {
      if (before(values[begin + 1], values[begin])) std::swap(values[begin], values[begin + 1]);
    } else if (!std::is_sorted(values + begin, values + k, before)) {
      std::sort(values + begin, values + k, before);
    }
  }
}

// The same for two passes of one thread, whose digits are counted at once: by the lower digit from `values` to `other`
// and back by the higher one.
template <class T, class Lower, class Higher>
void two_counting_passes(T* values, T* other, std::size_t size, std::size_t buckets, const Lower& lower,
                         const Higher& higher, std::uint32_t* starts) {
  std::vector<std::uint32_t> all_counts(2 * buckets);
  std::uint32_t* const low = all_counts.data();
  std::uint32_t* const high = low + buckets;
  for (const T* value = values; value < values + size; ++value) {
    ++low[lower(*value)];
    ++high[higher(*value)];
  }
  std::uint32_t next_low = 0;
  std::uint32_t next_high = 0;
  for (std::size_t bucket = 0; bucket < buckets; ++bucket) {
    if (starts != nullptr) starts[bucket] = next_high;
    next_low += std::exchange(low[bucket], next_low);
    next_high += std::exchange(high[bucket], next_high);
  }
  for (const T* value = values; value < values + size; ++value) other[low[lower(*value)]++] = *value;
  for (const T* value = other; value < other + size; ++value) values[high[higher(*value)]++] = *value;
}

// Sorts by radix passes over the leading bits of `key`, which must agree with `before`; `before` sorts whatever they
// leave unsorted. Returns the sorted values: they end up in `values` or in `other`. `starts`, if it is given, receives
// where each of the leading digits starts.
template <class T, class Key, class Before>
T* radix_sort(T* values, T* other, std::size_t size, Digits digits, int threads, const Key& key, const Before& before,
              std::uint32_t* starts = nullptr) {
  const std::uint64_t mask = (std::uint64_t{1} << digits.bits) - 1;
  if (digits.passes == 2 && useful_threads(size, threads) == 1) {
    const int low = digits.ignored;
    const int high = low + digits.bits;
    two_counting_passes(
        values, other, size, mask + 1, [=](const T& value) { return (key(value) >> low) & mask; },
        [=](const T& value) { return (key(value) >> high) & mask; }, starts);
    digits.passes = 0;
  }
  for (int pass = 0; pass < digits.passes; ++pass) {
    const int shift = digits.ignored + pass * digits.bits;
    counting_pass<T>(
        {values, static_cast<std::int64_t>(size)}, other, mask + 1, useful_threads(size, threads),
        [=](const T& value) { return (key(value) >> shift) & mask; }, pass + 1 == digits.passes ? starts : nullptr);
    std::swap(values, other);
  }
  if (digits.ignored > 0) {
    const std::uint64_t leading = ~std::uint64_t{0} << digits.ignored;
    const auto alike = [=](const T& a, const T& b) { return ((key(a) ^ key(b)) & leading) == 0; };
    sort_runs(values, size, alike, before);
  }
  return values;
}

std::uint64_t key_of(std::uint64_t key) { return key; }
std::uint64_t key_of(const KeyedRow& row) { return row.key; }
bool precedes(std::uint64_t a, std::uint64_t b) { return a < b; }
bool precedes(const KeyedRow& a, const KeyedRow& b) { return a.key != b.key ? a.key < b.key : a.row < b.row; }

// 33 leading bits of the keys' range tell nearly all distinct scores apart; digits in which no keys differ are left
// out.
Digits digits_of_range(std::uint64_t range) {
  constexpr int kBits = 11;
  constexpr int kMostPasses = 3;
  int bits = 0;
  while (bits < 64 && (range >> bits) != 0) ++bits;
  const int ignored = std::max(0, bits - kMostPasses * kBits);
  return {kBits, (bits - ignored + kBits - 1) / kBits, ignored};
}

template <class T>
void sort_by_key(std::vector<T>& values, int threads) {
  constexpr std::size_t kFew = 1024;
  const auto before = [](const T& a, const T& b) { return precedes(a, b); };
  if (values.size() <= kFew) return std::sort(values.begin(), values.end(), before);
  std::uint64_t smallest = ~std::uint64_t{0};
  std::uint64_t largest = 0;
  for (const T& value : values) {
    smallest = std::min(smallest, key_of(value));
    largest = std::max(largest, key_of(value));
  }
  std::vector<T> other(values.size());
  const T* sorted = radix_sort(
      values.data(), other.data(), values.size(), digits_of_range(largest - smallest), threads,
      [smallest](const T& value) { return key_of(value) - smallest; }, before);
  if (sorted != values.data()) values.swap(other);
}

// Digits of packed scores: 32 bits of distance above 32 bits of place.
Digits packed_digits(std::size_t size) {
  if (size <= 1024) return {8, 2, 48};
  if (size <= (1 << 16)) return {11, 2, 42};
  return {11, 3, 32};
}

// The smallest and the largest of the scores: four independent ones of each, so that none waits for the one before it.
std::pair<double, double> range_of(Span<const double> scores) {
  if (scores.empty()) return {0, 0};
  double smallest[4] = {scores[0], scores[0], scores[0], scores[0]};
  double largest[4] = {scores[0], scores[0], scores[0], scores[0]};
  const auto look_at = [&](double score, int lane) {
    smallest[lane] = score < smallest[lane] ? score : smallest[lane];
    largest[lane] = score > largest[lane] ? score : largest[lane];
  };
  std::int64_t i = 0;
  for (; i + 4 <= scores.size(); i += 4) {
    for (int lane = 0; lane < 4; ++lane) look_at(scores[i + lane], lane);
  }
  for (; i < scores.size(); ++i) look_at(scores[i], 0);
  return {std::min(std::min(smallest[0], smallest[1]), std::min(smallest[2], smallest[3])),
          std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]))};
}

// For each score, 32 bits of its distance from the largest, then its place. Where the range is no number to divide by,
// all distances are 0, and comparisons do the work. Returns the steps per distance, 0 in that case.
double pack(Span<const double> scores, int threads, std::uint64_t* packed) {
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
  return per_step;
}

// Scores that are being sorted.
class PackedScores {
 public:
  PackedScores(Span<const double> scores, int threads)
      : scores_(scores), size_(scores.size()), buffers_(new std::uint64_t[2 * size_]) {
    per_distance_ = pack(scores, threads, buffers_.get());
  }

  // Leaves out the scores below the `count`-th highest, except those that are about as large.
  void keep_top(std::size_t count) {
    constexpr int kShift = 64 - 11;
    if (count >= size_) return;
    std::vector<std::uint32_t> sizes(std::size_t{1} << (64 - kShift));
    std::uint64_t* const packed = buffers_.get();
    for (std::size_t k = 0; k < size_; ++k) ++sizes[packed[k] >> kShift];
    std::size_t last = 0;
    for (std::size_t kept = sizes[0]; kept < count; kept += sizes[last]) ++last;
    const std::uint64_t end = (last + 1) << kShift;  // 0 if it is the last of all
    std::size_t kept = 0;
    for (std::size_t k = 0; k < size_; ++k) {
      const std::uint64_t value = packed[k];
      packed[kept] = value;
      kept += static_cast<std::size_t>(value <= end - 1);  // no branch: no guess would be a good one
    }
    size_ = kept;
  }

  std::vector<std::uint32_t> sorted(int threads, RankBins& bins) {
    constexpr std::size_t kFew = 32;
    std::uint64_t* packed = buffers_.get();
    bins = {};
    bins.per_distance = per_distance_;
    const auto before = [&](std::uint64_t a, std::uint64_t b) {
      const double score_a = scores_[static_cast<std::uint32_t>(a)];
      const double score_b = scores_[static_cast<std::uint32_t>(b)];
      return score_a > score_b || (score_a == score_b && a < b);
    };
    if (size_ <= kFew) {
      std::sort(packed, packed + size_, before);
    } else {
      const Digits digits = packed_digits(size_);
      bins.shift = digits.ignored + (digits.passes - 1) * digits.bits - 32;
      bins.starts.resize((std::size_t{1} << digits.bits) + 1, static_cast<std::uint32_t>(size_));
      packed = radix_sort(
          packed, packed + size_, size_, digits, threads, [](std::uint64_t value) { return value; }, before,
          bins.starts.data());
      if (bins.per_distance == 0) bins.starts.clear();
      for (std::size_t bin = 0; bin + 1 < bins.starts.size(); ++bin) {
        bins.most = std::max(bins.most, bins.starts[bin + 1] - bins.starts[bin]);
      }
    }
    std::vector<std::uint32_t> order(size_);
    for (std::size_t k = 0; k < size_; ++k) order[k] = static_cast<std::uint32_t>(packed[k]);
    return order;
  }

 private:
  Span<const double> scores_;
  std::size_t size_;
  std::unique_ptr<std::uint64_t[]> buffers_;  // packed scores, and as much room again
  double per_distance_ = 0;
};

}  // namespace

void sort_keys(std::vector<std::uint64_t>& keys, int threads) { sort_by_key(keys, threads); }
void sort_rows(std::vector<KeyedRow>& rows, int threads) { sort_by_key(rows, threads); }

std::vector<std::uint32_t> descending_order(Span<const double> scores, int threads) {
  RankBins unused;
  return descending_order(scores, threads, unused);
}

std::vector<std::uint32_t> descending_order(Span<const double> scores, int threads, RankBins& bins) {
  PackedScores packed(scores, threads);
  return packed.sorted(threads, bins);
}

std::vector<std::uint32_t> top_order(Span<const double> scores, std::size_t count, int threads, RankBins& bins) {
  PackedScores packed(scores, threads);
  packed.keep_top(count);
  return packed.sorted(threads, bins);
}

}  // namespace pauc
