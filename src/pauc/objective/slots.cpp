#include "pauc/objective/slots.h"

#include <algorithm>
#include <cmath>

#include "pauc/core/error.h"

namespace pauc {

void require_slots(Span<const std::int64_t> slots, std::int64_t count) {
  const std::int64_t last = count - 1;
  std::int64_t signs = 0;  // negative if one is out of range; without a branch: nearly every batch is right
  for (const std::int64_t slot : slots) signs |= slot | (last - slot);
  for (std::int64_t k = 0; signs < 0 && k < slots.size(); ++k) {
    if (slots[k] >= 0 && slots[k] <= last) continue;
    fail(Fault::data, "slots: expected numbers from 0 on below the number of examples, ", count, ", got ", slots[k],
         " at place ", k);
  }
}

SlotTable::SlotTable(const std::vector<std::int64_t>& slots) : slots_(slots), first_(slots.size()) {
  std::size_t buckets = 16;
  while (buckets < 2 * slots.size()) buckets *= 2;
  table_.assign(buckets, kNobody);
  for (std::uint32_t row = 0; row < slots.size(); ++row) {
    std::uint32_t& holder = table_[bucket_of(slots[row])];
    if (holder == kNobody) holder = row;
    first_[row] = holder;
    size_ += holder == row ? 1 : 0;
  }
}

std::size_t SlotTable::bucket_of(std::int64_t slot) const {
  const std::size_t mask = table_.size() - 1;
  std::size_t bucket = (static_cast<std::uint64_t>(slot) * 0x9E3779B97F4A7C15U >> 20) & mask;
  while (table_[bucket] != kNobody && slots_[table_[bucket]] != slot) bucket = (bucket + 1) & mask;
  return bucket;
}

namespace {

// combine(a, b) adds two values, finish(sum, count) makes the mean of them.
template <class Combine, class Finish>
void average(const std::vector<std::int64_t>& slots, std::vector<double>& values, const Combine& combine,
             const Finish& finish) {
  const SlotTable table(slots);
  if (!table.repeats()) return;
  const std::vector<std::uint32_t>& first = table.first_rows();
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
