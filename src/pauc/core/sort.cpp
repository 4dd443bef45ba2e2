#include "pauc/core/sort.h"

#include <algorithm>
#include <array>

#include "pauc/core/parallel.h"

namespace pauc {

namespace {

constexpr int kDigitBits = 11;  // 2048 write streams: more of them no longer fit the address cache
constexpr int kBuckets = 1 << kDigitBits;
constexpr int kPasses = 3;  // 33 leading bits tell nearly all distinct scores apart
constexpr std::size_t kSmall = 1024;
constexpr std::size_t kWorthAThread = 1 << 17;

using Counts = std::array<std::uint32_t, kBuckets>;

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

// One stable counting pass from `from` to `to`, cut into one piece a thread, pieces being counted and written
// independently.
template <class T>
void radix_pass(const std::vector<T>& from, std::vector<T>& to, const KeyRange& range, int pass, int threads) {
  const int shift = range.shift + pass * kDigitBits;
  const auto digit = [&](const T& value) { return ((key_of(value) - range.smallest) >> shift) & (kBuckets - 1); };
  const auto blocks = static_cast<std::int64_t>(threads);
  const auto block_begin = [&](std::int64_t block) { return from.size() * block / blocks; };

  std::vector<Counts> counts(blocks);
  parallel_for(blocks, threads, [&](std::int64_t block) {
    counts[block].fill(0);
    for (std::size_t i = block_begin(block); i < block_begin(block + 1); ++i) ++counts[block][digit(from[i])];
  });
  std::uint32_t next = 0;
  for (int bucket = 0; bucket < kBuckets; ++bucket) {
    for (auto& block : counts) {
      const std::uint32_t count = block[bucket];
      block[bucket] = next;
      next += count;
    }
  }
  parallel_for(blocks, threads, [&](std::int64_t block) {
    for (std::size_t i = block_begin(block); i < block_begin(block + 1); ++i) {
      to[counts[block][digit(from[i])]++] = from[i];
    }
  });
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
  const auto useful = static_cast<int>(values.size() / kWorthAThread) + 1;
  const KeyRange range = key_range(values);
  std::vector<T> other(values.size());
  for (int pass = 0; pass < range.passes; ++pass) {
    radix_pass(values, other, range, pass, std::clamp(threads, 1, useful));
    values.swap(other);
  }
  if (range.shift > 0) sort_runs(values, range);
}

}  // namespace

void sort_keys(std::vector<std::uint64_t>& keys, int threads) { radix_sort(keys, threads); }
void sort_rows(std::vector<KeyedRow>& rows, int threads) { radix_sort(rows, threads); }

}  // namespace pauc
