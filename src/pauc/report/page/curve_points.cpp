#include "pauc/report/page/curve_points.h"

#include <algorithm>
#include <iterator>

namespace pauc::report {

namespace {

constexpr std::size_t kSmall = 1500;

std::vector<std::size_t> operating_vertices(const ScoreEvaluation& score) {
  std::vector<std::size_t> places;
  for (const OperatingEstimate& estimate : score.operating_points) {
    places.push_back(static_cast<std::size_t>(last_vertex_within(score.curve.vertices, estimate.point.fpr)));
  }
  return places;
}

// Whether `next` is more than a visible step away from the last point that was kept.
bool is_far(const Vertex& kept, const Vertex& next, const Vertex& totals) {
  const double fpr_step = (next.negatives - kept.negatives) / totals.negatives;
  const double tpr_step = (next.positives - kept.positives) / totals.positives;
  return fpr_step > std::max(0.02 * kept.negatives, 1.0) / totals.negatives || tpr_step > 0.002;
}

std::vector<std::size_t> kept_vertices(const ScoreEvaluation& score, Span<const double> thresholds) {
  const auto& vertices = score.curve.vertices;
  std::vector<std::size_t> kept;
  if (!is_thinned(score)) {
    for (std::size_t k = 0; k < vertices.size(); ++k) kept.push_back(k);
    return kept;
  }
  kept = operating_vertices(score);
  for (const double threshold : thresholds) kept.push_back(vertex_at(score.curve, threshold));
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

// The interval of an operating point at this vertex, else that of the band if it has one exactly here.
std::optional<Interval> interval_at(const ScoreEvaluation& score, std::size_t vertex) {
  const Vertex& at = score.curve.vertices[vertex];
  const double fpr = at.negatives / score.curve.totals().negatives;
  const double tpr = at.positives / score.curve.totals().positives;
  for (const auto& [point, ci] : score.operating_points) {
    if (point.exists && point.realised_fpr == fpr && point.tpr == tpr) return ci.interval;
  }
  const auto beyond = std::partition_point(score.band.begin(), score.band.end(),
                                           [&](const OperatingEstimate& band) { return band.point.fpr <= fpr; });
  if (vertex == 0 || beyond == score.band.begin() || std::prev(beyond)->point.tpr != tpr) return std::nullopt;
  return std::prev(beyond)->tpr_ci.interval;
}

}  // namespace

bool is_thinned(const ScoreEvaluation& score) { return score.curve.vertices.size() > kSmall; }

CurvePoints curve_points(const ScoreEvaluation& score, Span<const double> thresholds) {
  CurvePoints points;
  for (const std::size_t k : kept_vertices(score, thresholds)) {
    if (k > 0) points.thresholds.push_back(score.curve.thresholds[k - 1]);
    points.negatives.push_back(score.curve.vertices[k].negatives);
    points.positives.push_back(score.curve.vertices[k].positives);
    points.tpr_ci.push_back(interval_at(score, k));
    if (!score.effective_negatives.empty()) points.effective_negatives.push_back(score.effective_negatives[k]);
  }
  return points;
}

}  // namespace pauc::report
