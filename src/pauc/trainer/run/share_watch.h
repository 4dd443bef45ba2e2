#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "pauc/metric/rate_evidence.h"
#include "pauc/record/predictions.h"

namespace pauc {

// Whether the share of rows above the threshold has changed, by tests that may be repeated after every row. Half of the
// level goes to the limits within which the share was before, a quarter to each of "it is at most the upper limit" and
// "it is at least the lower limit". Bets are made once per group, at its first row, as in PromiseWatch; of the groups
// before, too, the first rows count.
class ShareWatch {
 public:
  ShareWatch(std::int64_t called_before, std::int64_t cases_before, double level);
  ShareWatch(const record::ScoredPart& before, double threshold, double level);

  void add(bool called, std::optional<std::uint32_t> group);
  // The number of the case, from 1, at which a change was evident.
  std::optional<std::int64_t> changed_at() const;

 private:
  void begin(std::int64_t called_before, std::int64_t cases_before, double level);
  bool is_first_of(std::uint32_t group);

  std::optional<RateBets> too_many_, too_few_;
  std::vector<bool> seen_;  // groups
};

}  // namespace pauc
