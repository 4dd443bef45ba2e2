#include "pauc/report/applied_threshold.h"

namespace pauc::report {

std::vector<AppliedThreshold> applied_thresholds(const record::ModelCard& card, const RocCurve& curve,
                                                 RateIntervals intervals, double confidence) {
  const Vertex totals = curve.totals();
  const auto applied = [&](double fpr, double threshold) {
    const Vertex at = curve.vertices[vertex_at(curve, threshold)];
    AppliedThreshold here{fpr, threshold, at.negatives / totals.negatives, at.positives / totals.positives, {}, {}};
    if (intervals == RateIntervals::exact) {
      here.fpr_ci.interval = clopper_pearson(at.negatives, totals.negatives, confidence);
      here.tpr_ci.interval = clopper_pearson(at.positives, totals.positives, confidence);
    }
    return here;
  };
  std::vector<AppliedThreshold> list;
  for (const record::CardThreshold& kept : card.thresholds) {
    if (kept.guaranteed_threshold) {
      list.push_back(applied(kept.fpr, *kept.guaranteed_threshold));
      list.back().confidence = kept.confidence;
    }
    list.push_back(applied(kept.fpr, kept.threshold));
  }
  return list;
}

}  // namespace pauc::report
