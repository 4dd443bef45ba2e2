#include "pauc/metric/roc.h"

#include <algorithm>

#include "pauc/core/sort.h"

namespace pauc {

Ranking rank_cases(const Cases& cases, int threads) {
  std::vector<KeyedRow> keyed;
  keyed.reserve(cases.scores.size());
  for (std::int64_t i = 0; i < cases.scores.size(); ++i) {
    if (!cases.weights.empty() && cases.weights[i] == 0) continue;
    keyed.push_back({descending_key(cases.scores[i]), static_cast<std::uint32_t>(i)});
  }
  sort_rows(keyed, threads);

  Ranking ranking;
  ranking.rows.reserve(keyed.size());
  for (std::size_t i = 0; i < keyed.size(); ++i) {
    if (i > 0 && keyed[i].key != keyed[i - 1].key) ranking.block_ends.push_back(static_cast<std::uint32_t>(i));
    ranking.rows.push_back(keyed[i].row);
  }
  if (!keyed.empty()) ranking.block_ends.push_back(static_cast<std::uint32_t>(keyed.size()));
  return ranking;
}

namespace {

double mass_per_weight(const Cases& cases, const Ranking& ranking) {
  if (cases.weights.empty()) return 1;
  double sum = 0;
  for (const std::uint32_t row : ranking.rows) sum += cases.weights[row];
  return static_cast<double>(ranking.rows.size()) / sum;
}

}  // namespace

RocCurve roc_curve(const Cases& cases, const Ranking& ranking) {
  RocCurve curve;
  curve.mass_per_weight = mass_per_weight(cases, ranking);
  curve.vertices.reserve(ranking.block_ends.size() + 1);
  curve.thresholds.reserve(ranking.block_ends.size());
  Vertex reached;
  curve.vertices.push_back(reached);
  std::uint32_t next = 0;
  for (const std::uint32_t block_end : ranking.block_ends) {
    curve.thresholds.push_back(cases.scores[ranking.rows[next]]);
    for (; next < block_end; ++next) {
      const std::uint32_t row = ranking.rows[next];
      const double weight = cases.weights.empty() ? 1.0 : cases.weights[row] * curve.mass_per_weight;
      (cases.labels[row] != 0 ? reached.positives : reached.negatives) += weight;
    }
    curve.vertices.push_back(reached);
  }
  return curve;
}

RocCurve roc_curve(const Cases& cases, int threads) {
  check(cases);
  return roc_curve(cases, rank_cases(cases, threads));
}

OperatingPoint operating_point(const RocCurve& curve, double fpr) {
  const auto last = last_vertex_within(curve.vertices, fpr);
  OperatingPoint point;
  point.fpr = fpr;
  if (last == 0) return point;
  point.exists = true;
  point.threshold = curve.thresholds[last - 1];
  point.realised_fpr = curve.vertices[last].negatives / curve.totals().negatives;
  point.tpr = curve.vertices[last].positives / curve.totals().positives;
  return point;
}

TprPoint tpr_point(const RocCurve& curve, double tpr) {
  const double wanted = guarded_share(tpr, curve.totals().positives) * (1 - 1e-12);  // sums of weights are rounded
  const auto& vertices = curve.vertices;
  const auto reached = std::partition_point(vertices.begin() + 1, vertices.end() - 1,
                                            [&](const Vertex& vertex) { return vertex.positives < wanted; });
  return {tpr, curve.thresholds[static_cast<std::size_t>(reached - vertices.begin()) - 1],
          reached->negatives / curve.totals().negatives, reached->positives / curve.totals().positives};
}

std::size_t vertex_at(const RocCurve& curve, double threshold) {
  const auto below = std::partition_point(curve.thresholds.begin(), curve.thresholds.end(),
                                          [&](double score) { return score >= threshold; });
  return static_cast<std::size_t>(below - curve.thresholds.begin());
}

}  // namespace pauc
