#include "pauc/objective/slots.h"

#include <algorithm>
#include <cmath>

namespace pauc {

namespace {

constexpr std::uint32_t kNobody = ~std::uint32_t{0};

// The first row with the same slot, for every row; empty when no slot stands twice. By hashing: the rows are few, the
// slots may be millions.
std::vector<std::uint32_t> first_rows(const std::vector<std::int64_t>& slots) {
  std::size_t buckets = 16;
  while (buckets < 2 * slots.size()) buckets *= 2;
  std::vector<std::uint32_t> table(buckets, kNobody);
  std::vector<std::uint32_t> first(slots.size());
  bool repeats = false;
  for (std::uint32_t row = 0; row < slots.size(); ++row) {
    std::size_t bucket = (static_cast<std::uint64_t>(slots[row]) * 0x9E3779B97F4A7C15U >> 20) & (buckets - 1);
    while (table[bucket] != kNobody && slots[table[bucket]] != slots[row]) bucket = (bucket + 1) & (buckets - 1);
    if (table[bucket] == kNobody) table[bucket] = row;
    first[row] = table[bucket];
    repeats = repeats || first[row] != row;
  }
  if (!repeats) first.clear();
  return first;
}

// combine(a, b) adds two values, finish(sum, count) makes the mean of them.
template <class Combine, class Finish>
void average(const std::vector<std::int64_t>& slots, std::vector<double>& values, const Combine& combine,
             const Finish& finish) {
  const auto first = first_rows(slots);
  std::vector<double> counts(first.size(), 0.0);
  for (std::size_t row = 0; row < first.size(); ++row) {
    if (first[row] != row) values[first[row]] = combine(values[first[row]], values[row]);
    counts[first[row]] += 1;
  }
  for (std::size_t row = 0; row < first.size(); ++row) {
    values[row] = first[row] == row ? finish(values[row], counts[row]) : values[first[row]];
  }
}

}  // namespace

void average_repeated_slots(const std::vector<std::int64_t>& slots, std::vector<double>& values) {
  average(
      slots, values, [](double a, double b) { return a + b; }, [](double sum, double count) { return sum / count; });
}

void average_logs_of_repeated_slots(const std::vector<std::int64_t>& slots, std::vector<double>& logs) {
  average(slots, logs, log_add, [](double sum, double count) { return count == 1 ? sum : sum - std::log(count); });
}

double log_add(double a, double b) {
  const double larger = std::max(a, b);
  return larger + std::log1p(std::exp(std::min(a, b) - larger));
}

LogMovingAverage::LogMovingAverage(double rate) : log_of_old_(std::log1p(-rate)), log_of_fresh_(std::log(rate)) {}

}  // namespace pauc
