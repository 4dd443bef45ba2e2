#include "pauc/metric/area.h"

#include <algorithm>
#include <cmath>

namespace pauc {

double measured(Span<const Vertex> curve, const Region& region) {
  RegionArea area(region, curve[curve.size() - 1]);
  for (std::int64_t k = 1; k < curve.size() && !area.finished(curve[k - 1]); ++k) area.add(curve[k - 1], curve[k]);
  return area.normalised();
}

double measured(Span<const Vertex> curve, const TprBand& band) {
  const Vertex totals = curve[curve.size() - 1];
  RegionArea area(turned(band), turned({0, 0}, totals));
  for (std::int64_t k = curve.size() - 1; k > 0; --k) area.add(turned(curve[k], totals), turned(curve[k - 1], totals));
  return area.normalised();
}

// Counted at the lowest threshold that lets through at most this rate; 0 where even the highest score lets through
// more.
double measured(Span<const Vertex> curve, const TprAt& point) {
  return curve[last_vertex_within(curve, point.fpr)].positives / curve[curve.size() - 1].positives;
}

double measured(Span<const Vertex> curve, const Measure& measure) {
  return std::visit([&](const auto& kind) { return measured(curve, kind); }, measure);
}

std::int64_t last_vertex_within(Span<const Vertex> curve, double fpr) {
  constexpr double kSums = 1e-12;  // fifteen weights of 0.2 sum to a little more than 3
  const double allowed = guarded_share(fpr, curve[curve.size() - 1].negatives) * (1 + kSums);
  const auto beyond = std::partition_point(curve.begin(), curve.end(),
                                           [&](const Vertex& vertex) { return vertex.negatives <= allowed; });
  return beyond - curve.begin() - 1;
}

double guarded_share(double fraction, double total) {
  const double share = fraction * total;
  const double whole = std::round(share);
  return std::abs(share - whole) <= 1e-9 * whole ? whole : share * (1 + 1e-12);
}

}  // namespace pauc
