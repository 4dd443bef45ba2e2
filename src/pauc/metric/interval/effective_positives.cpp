#include "pauc/metric/interval/effective_positives.h"

#include <algorithm>

#include "pauc/metric/interval/passed_cases.h"

namespace pauc {

std::vector<double> effective_positives(const ScoredRows& rows, const Ranking& ranking, const RocCurve& curve,
                                        const std::vector<OperatingPoint>& points) {
  if (rows.weights.empty() && rows.groups.empty()) {
    return std::vector<double>(points.size(),
                               static_cast<double>(std::count(rows.labels.begin(), rows.labels.end(), 1)));
  }
  PassedCases passed(rows, 1);
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
