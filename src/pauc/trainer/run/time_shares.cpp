#include "pauc/trainer/run/time_shares.h"

#include <algorithm>

namespace pauc {

namespace {

constexpr double kForTraining = 0.9;
constexpr double kOfTheFirst = 0.5;

}  // namespace

TimeShares::TimeShares(double seconds, std::size_t members, std::int64_t folds, int at_once)
    : for_training_(kForTraining * seconds), members_(members), folds_(folds), at_once_(std::max(1, at_once)) {}

double TimeShares::end_of(std::size_t member, std::int64_t fold, double now) const {
  return now + std::max(0.0, limit_of(member) - now) / rounds_from(fold);
}

bool TimeShares::fit(std::size_t member, std::int64_t fold, double now, double seconds_each) const {
  return now + seconds_each * rounds_from(fold) <= limit_of(member);
}

double TimeShares::limit_of(std::size_t member) const {
  return member == 0 && members_ > 1 ? kOfTheFirst * for_training_ : for_training_;
}

double TimeShares::rounds_from(std::int64_t fold) const {
  return static_cast<double>((folds_ - fold + at_once_) / at_once_);
}

}  // namespace pauc
