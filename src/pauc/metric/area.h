#pragma once

#include <cmath>

#include "pauc/core/span.h"
#include "pauc/metric/region.h"

namespace pauc {

// A corner of the ROC polygon: the mass of the negatives and positives that score at or above a threshold. Divided by
// the class totals, they are FPR and TPR.
struct Vertex {
  double negatives = 0;
  double positives = 0;
};

// Computes the area of the empirical ROC curve inside a region. add() takes the segments of the curve from (0, 0) to
// (1, 1):
//
//   raw = integral over fpr_min..fpr_max of (ROC(f) - tpr_min)_+ df
//
// The curve is a straight line inside a tie block and inside a step that a bound cuts. Sums are in units of mass and
// are divided once at the end; without weights every whole segment is exact.
class RegionArea {
 public:
  RegionArea(const Region& region, Vertex totals)
      : totals_(totals),
        left_(region.fpr_min * totals.negatives),
        right_(region.fpr_max * totals.negatives),
        floor_(region.tpr_min * totals.positives),
        largest_((region.fpr_max - region.fpr_min) * (1 - region.tpr_min)) {}

  void add(Vertex from, Vertex to) {
    if (to.negatives <= left_ || from.negatives >= right_ || to.positives <= floor_) return;
    if (to.negatives <= from.negatives) return;
    sum_ += segment(from, to);
  }

  // Whether the rest of the curve cannot add anything.
  bool finished(Vertex at) const { return at.negatives >= right_; }

  // Rounding may leave a sum a few bits away from 0 or 1, which are then returned exactly. No other curve of fewer than
  // 1e13 pairs comes this close.
  double normalised() const {
    constexpr double kRounding = 1e-13;
    const double value = sum_ / totals_.negatives / totals_.positives / largest_;
    if (std::abs(value) < kRounding) return 0;
    return std::abs(value - 1) < kRounding ? 1 : value;
  }

 private:
  double segment(Vertex from, Vertex to) const {
    const double slope = (to.positives - from.positives) / (to.negatives - from.negatives);
    double start = from.negatives;
    double start_height = from.positives;
    if (start < left_) {
      start = left_;
      start_height += slope * (left_ - from.negatives);
    }
    if (start_height < floor_) {
      start = slope > 0 ? from.negatives + (floor_ - from.positives) / slope : to.negatives;
      start_height = floor_;
    }
    const bool cut = to.negatives > right_;
    const double end = cut ? right_ : to.negatives;
    const double end_height = cut ? from.positives + slope * (right_ - from.negatives) : to.positives;
    if (end <= start) return 0;
    return (end - start) * ((start_height - floor_) + (end_height - floor_)) / 2;
  }

  Vertex totals_;
  double left_;
  double right_;
  double floor_;
  double largest_;
  double sum_ = 0;
};

// A TPR band is an FPR range of the curve after half a turn: (FPR, TPR) -> (1 - TPR, 1 - FPR).
inline Region turned(const TprBand& band) { return {1 - band.max, 1 - band.min, 0}; }
inline Vertex turned(Vertex vertex, Vertex totals) {
  return {totals.positives - vertex.positives, totals.negatives - vertex.negatives};
}

// Measures of a whole curve. The vertices run from (0, 0) to the class totals.
double measured(Span<const Vertex> curve, const Region& region);
double measured(Span<const Vertex> curve, const TprBand& band);
double measured(Span<const Vertex> curve, const TprAt& point);
double measured(Span<const Vertex> curve, const Measure& measure);

// Index of the last vertex with a false-positive rate of at most `fpr`; 0 is the corner (0, 0).
std::int64_t last_vertex_within(Span<const Vertex> curve, double fpr);

// `fraction` of `total`, corrected for the rounding of decimal fractions: 0.29 of 100 is 29, not 28.999999999999996.
double guarded_share(double fraction, double total);

}  // namespace pauc
