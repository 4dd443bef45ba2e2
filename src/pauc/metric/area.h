#pragma once

#include <cmath>

#include "pauc/core/span.h"
#include "pauc/metric/region.h"

namespace pauc {

// A corner of the ROC polygon, in mass: what scores at or above a threshold. Rates are these divided by the class
// totals.
struct Vertex {
  double negatives = 0;
  double positives = 0;
};

// The area of the empirical ROC inside a region, fed segment by segment from (0, 0) to (1, 1):
//
//   raw = integral over fpr_min..fpr_max of (ROC(f) - tpr_min)_+ df
//
// with a straight line inside a tie block and inside a step that a bound cuts. Sums are kept in mass, where without
// weights every whole segment is exact, and divided once.
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

  // Whether the rest of the curve, from here on, can add nothing.
  bool finished(Vertex at) const { return at.negatives >= right_; }

  // Sums of rounded parts miss 0 and 1 by some last bits; no curve of fewer than 1e13 pairs comes so close otherwise.
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

// A TPR band is an FPR range of the curve turned by half a turn: (FPR, TPR) -> (1 - TPR, 1 - FPR).
inline Region turned(const TprBand& band) { return {1 - band.max, 1 - band.min, 0}; }
inline Vertex turned(Vertex vertex, Vertex totals) {
  return {totals.positives - vertex.positives, totals.negatives - vertex.negatives};
}

// Measures of a whole curve, its vertices from (0, 0) to the class totals.
double measured(Span<const Vertex> curve, const Region& region);
double measured(Span<const Vertex> curve, const TprBand& band);
double measured(Span<const Vertex> curve, const TprAt& point);
double measured(Span<const Vertex> curve, const Measure& measure);

// The last vertex at which at most a share `fpr` of the negatives is let through; 0 is the corner (0, 0).
std::int64_t last_vertex_within(Span<const Vertex> curve, double fpr);

// `fraction` of `total` with a guard against representation: 0.29 of 100 is 29, not 28.999999999999996.
double guarded_share(double fraction, double total);

}  // namespace pauc
