#pragma once

#include <cstdint>
#include <vector>

namespace pauc {

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
