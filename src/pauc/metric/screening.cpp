#include "pauc/metric/screening.h"

#include <algorithm>
#include <cmath>

namespace pauc {

double bedroc(const RocCurve& curve, double alpha) {
  const Vertex totals = curve.totals();
  const double all = totals.positives + totals.negatives;
  // sum over positives of exp(-alpha rank / n); a block of m rows from rank r + 1 on gives each of its positives the
  // block's mean.
  const double unit = alpha / all;
  double sum = 0;
  for (std::size_t k = 1; k < curve.vertices.size(); ++k) {
    const Vertex above = curve.vertices[k - 1];
    const double positives = curve.vertices[k].positives - above.positives;
    if (positives <= 0) continue;
    const double before = above.positives + above.negatives;
    const double size = curve.vertices[k].positives + curve.vertices[k].negatives - before;
    sum += positives / size * std::exp(-unit * (before + 1)) * std::expm1(-unit * size) / std::expm1(-unit);
  }
  const double share = totals.positives / all;
  const double random_sum = share * -std::expm1(-alpha) / std::expm1(unit);
  const double factor = share * std::sinh(alpha / 2) / (std::cosh(alpha / 2) - std::cosh(alpha / 2 - alpha * share));
  return sum / random_sum * factor + 1 / -std::expm1(alpha * (1 - share));
}

double enrichment_factor(const RocCurve& curve, double fraction) {
  const Vertex totals = curve.totals();
  const double all = totals.positives + totals.negatives;
  const double chosen = std::min(all, std::max(1.0, std::ceil(guarded_share(fraction, all))));
  const auto reached =
      std::partition_point(curve.vertices.begin() + 1, curve.vertices.end(),
                           [&](const Vertex& vertex) { return vertex.positives + vertex.negatives < chosen; });
  const auto block_end = std::min(reached, curve.vertices.end() - 1);
  const Vertex above = *(block_end - 1);
  const double before = above.positives + above.negatives;
  const double size = block_end->positives + block_end->negatives - before;
  const double hits = above.positives + (block_end->positives - above.positives) * (chosen - before) / size;
  return (hits / chosen) / (totals.positives / all);
}

double log_auc(const RocCurve& curve, double fpr_min, double fpr_max) {
  const Vertex totals = curve.totals();
  double sum = 0;
  for (std::size_t k = 1; k < curve.vertices.size(); ++k) {
    const double f1 = curve.vertices[k - 1].negatives / totals.negatives;
    const double f2 = curve.vertices[k].negatives / totals.negatives;
    const double start = std::max(f1, fpr_min);
    const double end = std::min(f2, fpr_max);
    if (end <= start) continue;
    const double t1 = curve.vertices[k - 1].positives / totals.positives;
    const double slope = (curve.vertices[k].positives / totals.positives - t1) / (f2 - f1);
    sum += (t1 - slope * f1) * std::log(end / start) + slope * (end - start);
  }
  return sum / std::log(fpr_max / fpr_min);
}

}  // namespace pauc
