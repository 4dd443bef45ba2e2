#include "pauc/report/curve_points.h"

#include <algorithm>

namespace pauc {

namespace {

constexpr std::size_t kSmall = 1500;

std::vector<std::size_t> operating_vertices(const ScoreEvaluation& score) {
  std::vector<std::size_t> places;
  for (const OperatingEstimate& estimate : score.operating_points) {
    places.push_back(static_cast<std::size_t>(last_vertex_within(score.curve.vertices, estimate.point.fpr)));
  }
  return places;
}

// Whether the point after `next` would be more than a visible step away from the last one that was kept.
bool is_far(const Vertex& kept, const Vertex& next, const Vertex& totals) {
  const double fpr_step = (next.negatives - kept.negatives) / totals.negatives;
  const double tpr_step = (next.positives - kept.positives) / totals.positives;
  return fpr_step > std::max(0.02 * kept.negatives, 1.0) / totals.negatives || tpr_step > 0.002;
}

std::vector<std::size_t> kept_vertices(const ScoreEvaluation& score) {
  const auto& vertices = score.curve.vertices;
  std::vector<std::size_t> kept;
  if (vertices.size() <= kSmall) {
    for (std::size_t k = 0; k < vertices.size(); ++k) kept.push_back(k);
    return kept;
  }
  kept = operating_vertices(score);
  kept.push_back(0);
  kept.push_back(vertices.size() - 1);
  std::size_t last = 0;
  for (std::size_t k = 1; k + 1 < vertices.size(); ++k) {
    if (!is_far(vertices[last], vertices[k + 1], score.curve.totals())) continue;
    kept.push_back(k);
    last = k;
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  return kept;
}

}  // namespace

CurvePoints curve_points(const ScoreEvaluation& score) {
  CurvePoints points;
  for (const std::size_t k : kept_vertices(score)) {
    if (k > 0) points.thresholds.push_back(score.curve.thresholds[k - 1]);
    points.negatives.push_back(score.curve.vertices[k].negatives);
    points.positives.push_back(score.curve.vertices[k].positives);
  }
  return points;
}

}  // namespace pauc
