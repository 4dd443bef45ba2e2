#pragma once

#include <cstdint>
#include <vector>

#include "pauc/metric/area.h"
#include "pauc/metric/cases.h"

namespace pauc {

// Rows by descending score, cut into blocks of equal scores; rows of weight 0 are left out. All of evaluation hangs on
// this one sort.
struct Ranking {
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> block_ends;  // [K] where each block ends in `rows`
};

Ranking rank_cases(const Cases& cases, int threads = 1);

// The empirical ROC curve: calling positive whatever scores at or above thresholds[k] gives vertices[k + 1].
struct RocCurve {
  std::vector<Vertex> vertices;    // [K + 1] from (0, 0) to the class totals
  std::vector<double> thresholds;  // [K] descending
  double mass_per_weight = 1;      // as in ClassTotals

  Vertex totals() const { return vertices.back(); }
};

RocCurve roc_curve(const Cases& cases, const Ranking& ranking);
RocCurve roc_curve(const Cases& cases, int threads = 1);  // checks, ranks and draws

// The lowest score that calls at most a share `fpr` of the negatives positive (score >= threshold is positive).
struct OperatingPoint {
  double fpr = 0;  // asked for
  bool exists = false;
  double threshold = 0;
  double realised_fpr = 0;
  double tpr = 0;  // counted at the threshold, not interpolated
};

OperatingPoint operating_point(const RocCurve& curve, double fpr);

}  // namespace pauc
