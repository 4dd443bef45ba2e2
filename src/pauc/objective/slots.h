#pragma once

#include <cstdint>
#include <vector>

#include "pauc/core/span.h"

namespace pauc {

// Refuses slots from `count` on, the number of examples.
void require_slots(Span<const std::int64_t> slots, std::int64_t count);

// Which rows of a batch belong to which slot, by hashing: the rows are few, the slots may be millions.
class SlotTable {
 public:
  explicit SlotTable(const std::vector<std::int64_t>& slots);
  bool has(std::int64_t slot) const { return table_[bucket_of(slot)] != kNobody; }
  // The first row with the same slot, for every row.
  const std::vector<std::uint32_t>& first_rows() const { return first_; }
  // Number of different slots.
  std::int64_t size() const { return size_; }
  bool repeats() const { return size_ < static_cast<std::int64_t>(slots_.size()); }

 private:
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

  // The bucket that holds the slot, or the free one where it would go.
  std::size_t bucket_of(std::int64_t slot) const;

  const std::vector<std::int64_t>& slots_;
  std::vector<std::uint32_t> table_;
  std::vector<std::uint32_t> first_;
  std::int64_t size_ = 0;
};

// Replaces the values of rows that share a slot by their mean, so that an example that occurs twice in a batch counts
// with its average and not with its last row.
void average_repeated_slots(const std::vector<std::int64_t>& slots, std::vector<double>& values);

// The same for logarithms: the result is the logarithm of the mean.
void average_logs_of_repeated_slots(const std::vector<std::int64_t>& slots, std::vector<double>& logs);

// log(e^a + e^b).
double log_add(double a, double b);

// log((1 - rate) e^old + rate e^fresh): a moving average in logarithms. 0 < rate <= 1.
class LogMovingAverage {
 public:
  explicit LogMovingAverage(double rate);
  double operator()(double old, double fresh) const {
    return log_of_fresh_ == 0 ? fresh : log_add(log_of_old_ + old, log_of_fresh_ + fresh);
  }

 private:
  double log_of_old_;
  double log_of_fresh_;
};

}  // namespace pauc
