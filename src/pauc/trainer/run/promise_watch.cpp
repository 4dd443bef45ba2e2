#include "pauc/trainer/run/promise_watch.h"

#include "pauc/core/error.h"
#include "pauc/metric/interval/distributions.h"

namespace pauc {

PromiseWatch::PromiseWatch(const WantedThreshold& at, const WatchOptions& options)
    : options_(options),
      check_{at.kind, at.rate, at.confidence, at.threshold, 0, 0, 0, {}, {}},
      bets_(at.kind == PromisedRate::fpr ? at.rate : 1 - at.rate, options.level) {}

void PromiseWatch::add(const LabelledRow& row) {
  const bool of_fpr = check_.kind == PromisedRate::fpr;
  if (row.positive == of_fpr || row.weight == 0) return;
  const bool breaks = (row.score >= check_.threshold) == of_fpr;
  ++check_.cases;
  check_.broken += breaks ? 1 : 0;
  weight_ += row.weight;
  broken_weight_ += breaks ? row.weight : 0;
  if (!row.group) {
    squares_ += row.weight * row.weight;
    return bet(row, breaks);
  }
  if (*row.group >= group_weights_.size()) group_weights_.resize(*row.group + std::size_t{1});
  double& of_group = group_weights_[*row.group];
  if (of_group == 0) bet(row, breaks);
  of_group += row.weight;
}

void PromiseWatch::bet(const LabelledRow& row, bool breaks) {
  ++check_.units;
  const double most = options_.most_weight.value_or(1);
  if (options_.most_weight && row.weight > most && check_.untested.empty()) {
    check_.untested = joined("a row weighs ", row.weight, ", far more than the rows where the threshold was found");
  }
  if (check_.untested.empty()) bets_.add(breaks ? 1 : 0, options_.most_weight ? row.weight / most : 1);
}

double PromiseWatch::effective_cases() const {
  double squares = squares_;
  for (const double weight : group_weights_) squares += weight * weight;
  return weight_ * weight_ / squares;
}

record::PromiseCheck PromiseWatch::found() const {
  record::PromiseCheck check = check_;
  if (check.untested.empty()) check.evidence = bets_.evidence();
  if (check.cases == 0) return check;
  if (options_.most_weight) check.weighted_share = broken_weight_ / weight_;
  const double cases = effective_cases();
  check.ci = clopper_pearson(check.broken_share() * cases, cases, options_.confidence);
  return check;
}

}  // namespace pauc
