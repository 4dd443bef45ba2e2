#include "pauc/metric/interval/passed_cases.h"

#include <algorithm>

namespace pauc {

PassedCases::PassedCases(const ScoredRows& rows, std::uint8_t label)
    : rows_(rows),
      label_(label),
      whole_(rows.groups.empty() ? rows.labels.size() : static_cast<std::size_t>(rows.group_count), 0.0),
      passed_(whole_.size(), 0.0) {
  const ClassTotals totals = check(rows.cases(0));
  total_ = label == 1 ? totals.positives : totals.negatives;
  units_ = static_cast<double>(!rows.groups.empty() ? rows.group_count
                               : label == 1         ? totals.positive_rows
                                                    : totals.negative_rows);
  for (std::size_t row = 0; row < rows.labels.size(); ++row) {
    if (rows.labels[row] == label) whole_[unit_of(row)] += share_of(row);
  }
  for (const double share : whole_) whole_whole_ += share * share;
}

void PassedCases::add(std::size_t row) {
  if (rows_.labels[row] != label_) return;
  const std::size_t unit = unit_of(row);
  const double share = share_of(row);
  passed_passed_ += share * (2 * passed_[unit] + share);
  passed_whole_ += share * whole_[unit];
  passed_[unit] += share;
  rate_ += share;
}

double PassedCases::effective_number(double rate) const {
  const double units = 1 / whole_whole_;  // Kish's
  if (rate <= 0 || rate >= 1) return units;
  const double squares = passed_passed_ - 2 * rate * passed_whole_ + rate * rate * whole_whole_;
  // The second factor so that equal weights give the plain count.
  const double spread = squares * units_ / (units_ - 1) * (units - 1) / units;
  return spread > 1e-12 * rate * (1 - rate) ? std::min(units, rate * (1 - rate) / spread) : units;
}

}  // namespace pauc
