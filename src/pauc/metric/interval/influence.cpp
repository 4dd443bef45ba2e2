#include "pauc/metric/interval/influence.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace pauc {

namespace {

// Derivatives of one segment's area by its two end points.
struct SegmentDerivatives {
  Vertex from;
  Vertex to;
};

struct Bounds {
  double left;
  double right;
  double floor;
};

// A = integral over [start, end] of (y(x) - floor)_+ dx, y the line from `from` to `to`; u = how far along the line, s
// = its slope:
//   dy/dP1 = 1 - u, dy/dP2 = u, dy/dN1 = -s (1 - u), dy/dN2 = -s u,
// and an end that moves with a corner adds the height there. An end at a bound or at the floor's crossing adds nothing.
SegmentDerivatives segment_derivatives(Vertex from, Vertex to, const Bounds& bounds) {
  SegmentDerivatives result;
  if (to.negatives < bounds.left || from.negatives >= bounds.right) return result;
  const double from_height = std::max(0.0, from.positives - bounds.floor);
  const double to_height = std::max(0.0, to.positives - bounds.floor);
  const double width = to.negatives - from.negatives;
  if (width <= 0) {
    // A rise: its corners move together under the mass of any negative outside it, so only the sum of the two matters,
    // which is 0.
    result.to.negatives = (from_height + to_height) / 2;
    result.from.negatives = -result.to.negatives;
    return result;
  }
  const double slope = (to.positives - from.positives) / width;
  double start = std::max(from.negatives, bounds.left);
  const double end = std::min(to.negatives, bounds.right);
  const double start_height = from.positives + slope * (start - from.negatives) - bounds.floor;
  if (start_height < 0) start = slope > 0 ? std::min(end, start - start_height / slope) : end;
  const double along = (end - start) * ((start - from.negatives) + (end - from.negatives)) / 2 / width;
  const double back = (end - start) - along;
  result.from.positives = back;
  result.to.positives = along;
  result.from.negatives = -slope * back - (from.negatives >= bounds.left ? from_height : 0);
  result.to.negatives = -slope * along + (to.negatives < bounds.right ? to_height : 0);
  return result;
}

// Corner k moves with the mass of every block up to k: suffix sums turn derivatives by corners into derivatives by
// blocks.
BlockDerivatives summed_by_blocks(const std::vector<Vertex>& by_corner, double scale) {
  const std::size_t blocks = by_corner.size() - 1;
  BlockDerivatives result{std::vector<double>(blocks), std::vector<double>(blocks)};
  Vertex sum;
  for (std::size_t k = blocks; k > 0; --k) {
    sum.negatives += by_corner[k].negatives;
    sum.positives += by_corner[k].positives;
    result.negatives[k - 1] = sum.negatives * scale;
    result.positives[k - 1] = sum.positives * scale;
  }
  return result;
}

// Height of the curve at an FPR, on the line between corners.
double height_at(Span<const Vertex> curve, double fpr) {
  const Vertex totals = curve[curve.size() - 1];
  const double x = fpr * totals.negatives;
  const auto after =
      std::partition_point(curve.begin(), curve.end(), [&](const Vertex& v) { return v.negatives <= x; });
  if (after == curve.end()) return 1;
  const Vertex from = *(after - 1);
  const double along = (x - from.negatives) / (after->negatives - from.negatives);
  return (from.positives + along * (after->positives - from.positives)) / totals.positives;
}

// A step has no slope; over a window that shrinks as the cube root of the negatives it has, and the estimate is
// consistent.
double slope_at(Span<const Vertex> curve, double fpr) {
  const double negatives = curve[curve.size() - 1].negatives;
  const double half = std::min({fpr, 1 - fpr, 0.5 / std::cbrt(negatives)});
  return half > 0 ? (height_at(curve, fpr + half) - height_at(curve, fpr - half)) / (2 * half) : 0;
}

std::vector<double> tpr_influence(const Cases& cases, const Ranking& ranking, const RocCurve& curve,
                                  const TprAt& point) {
  const OperatingPoint at = operating_point(curve, point.fpr);
  const double slope = slope_at(curve.vertices, point.fpr);
  std::vector<double> result(cases.labels.size(), 0.0);
  for (const std::uint32_t row : ranking.rows) {
    const double weight = cases.weights.empty() ? 1.0 : cases.weights[row] * curve.mass_per_weight;
    const double passed = at.exists && cases.scores[row] >= at.threshold ? 1.0 : 0.0;
    result[row] = cases.labels[row] != 0 ? (passed - at.tpr) * weight / curve.totals().positives
                                         : slope * (at.realised_fpr - passed) * weight / curve.totals().negatives;
  }
  return result;
}

std::vector<double> spread_over_rows(const Cases& cases, const Ranking& ranking, const RocCurve& curve,
                                     const BlockDerivatives& derivatives) {
  const Vertex totals = curve.totals();
  Vertex mean;
  for (std::size_t k = 0; k < derivatives.negatives.size(); ++k) {
    mean.negatives += (curve.vertices[k + 1].negatives - curve.vertices[k].negatives) * derivatives.negatives[k];
    mean.positives += (curve.vertices[k + 1].positives - curve.vertices[k].positives) * derivatives.positives[k];
  }
  mean.negatives /= totals.negatives;
  mean.positives /= totals.positives;

  std::vector<double> result(cases.labels.size(), 0.0);
  std::uint32_t next = 0;
  for (std::size_t k = 0; k < ranking.block_ends.size(); ++k) {
    const double negative = derivatives.negatives[k] - mean.negatives;
    const double positive = derivatives.positives[k] - mean.positives;
    for (; next < ranking.block_ends[k]; ++next) {
      const std::uint32_t row = ranking.rows[next];
      const double weight = cases.weights.empty() ? 1.0 : cases.weights[row] * curve.mass_per_weight;
      result[row] = weight * (cases.labels[row] != 0 ? positive : negative);
    }
  }
  return result;
}

}  // namespace

BlockDerivatives block_derivatives(Span<const Vertex> curve, const Region& region) {
  const Vertex totals = curve[curve.size() - 1];
  const Bounds bounds{region.fpr_min * totals.negatives, region.fpr_max * totals.negatives,
                      region.tpr_min * totals.positives};
  std::vector<Vertex> by_corner(curve.size());
  for (std::int64_t k = 1; k < curve.size(); ++k) {
    const auto segment = segment_derivatives(curve[k - 1], curve[k], bounds);
    by_corner[k - 1].negatives += segment.from.negatives;
    by_corner[k - 1].positives += segment.from.positives;
    by_corner[k].negatives += segment.to.negatives;
    by_corner[k].positives += segment.to.positives;
  }
  const double largest = (region.fpr_max - region.fpr_min) * (1 - region.tpr_min);
  return summed_by_blocks(by_corner, 1 / (totals.negatives * totals.positives * largest));
}

// The same on the turned curve, where blocks come in reverse order and the classes change places.
BlockDerivatives block_derivatives(Span<const Vertex> curve, const TprBand& band) {
  const Vertex totals = curve[curve.size() - 1];
  std::vector<Vertex> reversed;
  for (std::int64_t k = curve.size() - 1; k >= 0; --k) reversed.push_back(turned(curve[k], totals));
  BlockDerivatives result = block_derivatives(reversed, turned(band));
  std::reverse(result.negatives.begin(), result.negatives.end());
  std::reverse(result.positives.begin(), result.positives.end());
  std::swap(result.negatives, result.positives);
  return result;
}

std::vector<double> influence(const Cases& cases, const Ranking& ranking, const RocCurve& curve,
                              const Measure& measure) {
  if (const auto* point = std::get_if<TprAt>(&measure)) return tpr_influence(cases, ranking, curve, *point);
  const BlockDerivatives derivatives = std::holds_alternative<Region>(measure)
                                           ? block_derivatives(curve.vertices, std::get<Region>(measure))
                                           : block_derivatives(curve.vertices, std::get<TprBand>(measure));
  return spread_over_rows(cases, ranking, curve, derivatives);
}

std::vector<double> influence_by_unit(Span<const double> influence, Span<const std::uint32_t> groups,
                                      std::int64_t group_count) {
  if (groups.empty()) return {influence.begin(), influence.end()};
  std::vector<double> sums(group_count, 0.0);
  for (std::int64_t i = 0; i < influence.size(); ++i) sums[groups[i]] += influence[i];
  return sums;
}

double influence_variance(Span<const double> influence, const Cases& cases, Span<const std::uint32_t> groups,
                          std::int64_t group_count) {
  if (!groups.empty()) {
    double sum = 0;
    for (const double unit : influence_by_unit(influence, groups, group_count)) sum += unit * unit;
    const auto count = static_cast<double>(group_count);
    return sum * count / (count - 1);
  }
  double squares[2] = {0, 0};
  double counts[2] = {0, 0};
  for (std::int64_t i = 0; i < influence.size(); ++i) {
    if (!cases.weights.empty() && cases.weights[i] == 0) continue;
    squares[cases.labels[i]] += influence[i] * influence[i];
    ++counts[cases.labels[i]];
  }
  return squares[0] * counts[0] / (counts[0] - 1) + squares[1] * counts[1] / (counts[1] - 1);
}

}  // namespace pauc
