#include "pauc/trainer/run/share_watch.h"

#include <algorithm>

#include "pauc/metric/interval/interval.h"

namespace pauc {

ShareWatch::ShareWatch(std::int64_t called_before, std::int64_t cases_before, double level) {
  begin(called_before, cases_before, level);
}

ShareWatch::ShareWatch(const record::ScoredPart& before, double threshold, double level) {
  std::int64_t called = 0;
  std::int64_t cases = 0;
  for (std::size_t row = 0; row < before.scores.size(); ++row) {
    if (!before.groups.empty() && !is_first_of(before.groups[row])) continue;
    ++cases;
    called += before.scores[row] >= threshold ? 1 : 0;
  }
  seen_.clear();  // new groups have numbers of their own
  begin(called, cases, level);
}

void ShareWatch::begin(std::int64_t called_before, std::int64_t cases_before, double level) {
  const Interval before =
      clopper_pearson(static_cast<double>(called_before), static_cast<double>(cases_before), 1 - level / 2);
  if (before.upper < 1) too_many_.emplace(before.upper, level / 4);
  if (before.lower > 0) too_few_.emplace(1 - before.lower, level / 4);
}

void ShareWatch::add(bool called, std::optional<std::uint32_t> group) {
  if (group && !is_first_of(*group)) return;
  if (too_many_) too_many_->add(called ? 1 : 0);
  if (too_few_) too_few_->add(called ? 0 : 1);
}

std::optional<std::int64_t> ShareWatch::changed_at() const {
  std::optional<std::int64_t> first;
  for (const auto* bets : {&too_many_, &too_few_}) {
    if (!*bets || !(*bets)->evidence().broken_at) continue;
    const std::int64_t at = *(*bets)->evidence().broken_at;
    first = first ? std::min(*first, at) : at;
  }
  return first;
}

bool ShareWatch::is_first_of(std::uint32_t group) {
  if (group >= seen_.size()) seen_.resize(group + std::size_t{1});
  const bool is_first = !seen_[group];
  seen_[group] = true;
  return is_first;
}

}  // namespace pauc
