#include "pauc/metric/interval/effective_positives.h"

#include <algorithm>

namespace pauc {

namespace {

// What passes, row by row.
class PassedPositives {
 public:
  explicit PassedPositives(const ScoredRows& rows)
      : rows_(rows),
        totals_(check(rows.cases(0))),
        whole_(rows.groups.empty() ? rows.labels.size() : static_cast<std::size_t>(rows.group_count), 0.0),
        passed_(whole_.size(), 0.0) {
    for (std::size_t row = 0; row < rows.labels.size(); ++row) {
      if (rows.labels[row] != 0) whole_[unit_of(row)] += share_of(row);
    }
    for (const double share : whole_) whole_whole_ += share * share;
  }

  void add(std::size_t row) {
    if (rows_.labels[row] == 0) return;
    const std::size_t unit = unit_of(row);
    const double share = share_of(row);
    passed_passed_ += share * (2 * passed_[unit] + share);
    passed_whole_ += share * whole_[unit];
    passed_[unit] += share;
  }

  double effective_number(double tpr) const {
    const double units = 1 / whole_whole_;  // Kish's
    if (tpr <= 0 || tpr >= 1) return units;
    const auto count = static_cast<double>(rows_.groups.empty() ? totals_.positive_rows : rows_.group_count);
    const double squares = passed_passed_ - 2 * tpr * passed_whole_ + tpr * tpr * whole_whole_;
    // The second factor so that equal weights give the plain count.
    const double spread = squares * count / (count - 1) * (units - 1) / units;
    return spread > 1e-12 * tpr * (1 - tpr) ? std::min(units, tpr * (1 - tpr) / spread) : units;
  }

 private:
  std::size_t unit_of(std::size_t row) const { return rows_.groups.empty() ? row : rows_.groups[row]; }
  double share_of(std::size_t row) const {
    return (rows_.weights.empty() ? 1.0 : rows_.weights[row]) / totals_.positives;
  }

  const ScoredRows& rows_;
  ClassTotals totals_;
  std::vector<double> whole_;   // of each unit
  std::vector<double> passed_;  // its part that passes
  double whole_whole_ = 0;
  double passed_whole_ = 0;
  double passed_passed_ = 0;
};

}  // namespace

std::vector<double> effective_positives(const ScoredRows& rows, const Ranking& ranking, const RocCurve& curve,
                                        const std::vector<OperatingPoint>& points) {
  if (rows.weights.empty() && rows.groups.empty()) {
    return std::vector<double>(points.size(),
                               static_cast<double>(std::count(rows.labels.begin(), rows.labels.end(), 1)));
  }
  PassedPositives passed(rows);
  std::vector<double> numbers;
  std::size_t block = 0;
  std::uint32_t next = 0;
  for (const OperatingPoint& point : points) {
    for (; point.exists && block < curve.thresholds.size() && curve.thresholds[block] >= point.threshold; ++block) {
      for (; next < ranking.block_ends[block]; ++next) passed.add(ranking.rows[next]);
    }
    numbers.push_back(passed.effective_number(point.tpr));
  }
  return numbers;
}

}  // namespace pauc
