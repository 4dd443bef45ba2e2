#pragma once

#include <cstdint>
#include <vector>

#include "pauc/metric/area.h"
#include "pauc/metric/cases.h"

namespace pauc {

/// Rows by descending score, in blocks of equal scores. Rows of weight 0 are left out. An evaluation sorts only here.
struct Ranking {
  std::vector<std::uint32_t> rows;        ///< row numbers by descending score
  std::vector<std::uint32_t> block_ends;  ///< [K] end of each block in `rows`
};

/// Sorts the cases; they must be checked already.
Ranking rank_cases(const Cases& cases, int threads = 1);

/// The empirical ROC curve: vertices[k + 1] counts the cases that score at or above thresholds[k].
struct RocCurve {
  std::vector<Vertex> vertices;    ///< [K + 1] from (0, 0) to the class totals
  std::vector<double> thresholds;  ///< [K] descending
  double mass_per_weight = 1;      ///< as in ClassTotals

  /// Mass of both classes.
  Vertex totals() const { return vertices.back(); }
};

/// The curve of cases that are ranked already.
RocCurve roc_curve(const Cases& cases, const Ranking& ranking);
/// Checks and ranks the cases, then computes their curve.
RocCurve roc_curve(const Cases& cases, int threads = 1);

/// The lowest threshold with a false-positive rate of at most `fpr`. A case is positive if score >= threshold.
struct OperatingPoint {
  double fpr = 0;           ///< the bound that was asked for
  bool exists = false;      ///< false if even the highest score exceeds the bound
  double threshold = 0;     ///< lowest score that is called positive
  double realised_fpr = 0;  ///< false-positive rate at the threshold
  double tpr = 0;           ///< true-positive rate at the threshold, not interpolated
};

/// The operating point of a curve for one bound.
OperatingPoint operating_point(const RocCurve& curve, double fpr);

/// The highest threshold with a true-positive rate of at least `tpr`. There always is one.
struct TprPoint {
  double tpr = 0;           ///< the bound that was asked for
  double threshold = 0;     ///< lowest score that is called positive
  double realised_fpr = 0;  ///< false-positive rate at the threshold
  double realised_tpr = 0;  ///< true-positive rate at the threshold
};

/// The operating point of a curve for a wanted share of the positives.
TprPoint tpr_point(const RocCurve& curve, double tpr);

/// The vertex of a curve at which scores of at least `threshold` are called positive.
std::size_t vertex_at(const RocCurve& curve, double threshold);

}  // namespace pauc
